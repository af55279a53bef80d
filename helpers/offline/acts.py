"""What each part of a person's message does: tell, ask, request, greet."""

import re
from dataclasses import replace
from functools import lru_cache

from helpers.offline.chinese import acts as chinese_acts
from helpers.offline.english import acts as english_acts
from helpers.offline.facts import USER, Act
from helpers.offline.text import language_of, sentences_of


@lru_cache(maxsize=8192)
def acts_of(text: str, last: str | None = None) -> tuple[Act, ...]:
    """The parts of a message, in order. `last`: whom "he" would mean."""
    acts: list[Act] = []
    for sentence in sentences_of(text):
        if language_of(sentence) == "zh":
            for unit in chinese_acts.units_of(sentence):
                asked = [a.who for act in acts for a in act.asks]
                owner = asked[-1] if asked else None
                about = re.match(
                    r"(?:但是?)?(?:关于|主题是|题目是)(.+?)的?[。.!~]*$", unit
                )
                if about and acts and acts[-1].kind in ("poem", "again"):
                    acts[-1] = replace(acts[-1], topic=about[1])
                    continue
                acts.append(chinese_acts.act_of(unit, last, owner))
        else:
            for unit in english_acts.units_of(sentence):
                act = english_acts.act_of(unit, last)
                acts.append(act)
                # "And Theo? What's his job?"
                others = [a.who for a in act.asks if a.kind == "person"]
                last = others[-1] if others and others[-1] != USER else last
    return tuple(acts)
