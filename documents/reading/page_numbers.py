"""Numbers of pages, as people say them."""


def named_pages(numbers: list[int]) -> str:
    """ "Page 3", "Pages 2 to 9 and 12"; of many runs the first ones."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    if len(told) > 6:
        told = [*told[:5], "more"]
    joined = ", ".join(told[:-1]) + (" and " if told[1:] else "") + told[-1]
    return f"{'Page' if len(numbers) == 1 else 'Pages'} {joined}"
