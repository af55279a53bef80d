"""A chat with the assistant in the browser, its memory beside the talk.

The page is made with Gradio: it is what the field shows its models with, it
streams, and it brings all its scripts and fonts along, so that it works
without a network; Streamlit runs the whole script again at each click, and
Chainlit has no place beside the talk.
"""

import os
import threading

from assistant import Assistant, open_assistant
from assistant.options import folder, in_one_line
from helpers import CourseError, chat_model, embeddings

# Gradio reports its use to its makers unless told not to, and says where.
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"

try:
    import gradio as gr
except ImportError:
    raise CourseError(
        "The web page needs a package that is not installed: pip install"
        " gradio. The chat in the terminal does not: python -m assistant"
    ) from None

from assistant.view import View

CSS = """
.memory table { width: 100%; margin: 0; border: 0 !important; }
.memory tr { border: 0 !important; }
.memory td { border: 0 !important; padding: 4px 12px 4px 0 !important;
  border-top: 1px solid var(--border-color-primary) !important;
  vertical-align: top; overflow-wrap: anywhere; }
.memory td:first-child { width: 35%; opacity: 0.75; }
.memory h3 { margin: 14px 0 4px; font-size: 1em; }
.memory p { margin: 0; }
/* It would empty the view and not the thread. */
.talk button[aria-label="Clear"], .talk .icon-button-wrapper
  { display: none; }
"""


def main(user_id: str, thread: str) -> None:
    """Serve the page on this machine until Ctrl-C.

    Raises:
        CourseError: The memory, the model or the page cannot be set up.
    """
    with open_assistant(folder(), chat_model(), embeddings()) as assistant:
        assistant.config(user_id, thread)  # are the names possible?
        page = serve(assistant, user_id, thread)
        print(
            f"The assistant is at {page.local_url} until Ctrl-C.", flush=True
        )
        try:
            threading.Event().wait()
        finally:
            page.close(verbose=False)


def serve(assistant: Assistant, user_id: str, thread: str) -> gr.Blocks:
    """The page, running in the background; `close` ends it."""
    page = build(assistant, user_id, thread)
    try:
        page.launch(
            server_name="127.0.0.1",
            prevent_thread_lock=True,
            quiet=True,
            footer_links=[],
            run_history=False,
            theme=gr.themes.Base(
                font=["system-ui", "sans-serif"],
                font_mono=["ui-monospace", "monospace"],
            ),
            css=CSS,
        )
    except OSError as error:  # no free port
        raise CourseError(in_one_line(error)) from None
    return page


def build(assistant: Assistant, user_id: str, thread: str) -> gr.Blocks:
    """The page of one assistant; the names are those it begins with."""
    view = View(assistant)
    with gr.Blocks(
        title="An assistant with memory", analytics_enabled=False
    ) as page:
        gr.Markdown("# An assistant with memory")
        with gr.Row():
            with gr.Column(scale=3):
                talk = gr.Chatbot(
                    elem_classes="talk",
                    show_label=False,
                    height=480,
                    buttons=[],
                    feedback_options=None,
                    placeholder="Nothing has been said in this thread.",
                )
                text = gr.Textbox(
                    label="Message",
                    show_label=False,
                    placeholder="Write a message",
                    submit_btn=True,
                    autofocus=True,
                )
            with gr.Column(scale=2, min_width=300):
                with gr.Row():
                    user = gr.Textbox(
                        user_id, label="User", elem_id="user", min_width=90
                    )
                    name = gr.Textbox(thread, label="Thread", min_width=90)
                memory = gr.HTML(elem_classes="memory")
                erase = gr.Button("Forget me", size="sm")
                sure = gr.Button(
                    "Yes, erase all my threads and memories",
                    size="sm",
                    variant="stop",
                    visible=False,
                )
        place = [user, name]
        seen = [talk, memory]
        for event in (
            page.load,
            user.submit,
            name.submit,
            user.blur,
            name.blur,
        ):
            event(view.show, place, seen, api_name=False)
        # One at a time: a user may not be forgotten in mid-turn.
        one = {"concurrency_id": "turn", "concurrency_limit": 1}
        text.submit(
            view.say, [*place, text], [text, *seen], api_name="say", **one
        )
        erase.click(
            lambda: gr.update(visible=True), None, sure, api_name=False
        )
        sure.click(view.forget, place, [sure, *seen], api_name="forget", **one)
    return page
