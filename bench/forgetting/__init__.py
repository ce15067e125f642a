"""How well what was forgotten stays forgotten: cases, runners, the training of the recogniser."""
