"""Chinese: words, clauses, questions, and what is said back."""
