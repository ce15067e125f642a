"""The steps in which a reader learns: AdamW, a linear schedule, its heads faster than the rest."""

from collections.abc import Callable

import torch

from bench.reader.network import HALF

WARM_UP = 40  # steps
# Of the rate so much is left at the end; gradients are no longer than this.
LEAST_RATE, LONGEST = 0.02, 1.0
TOLD_EVERY = 50


class Descent:
    """So many steps of a model that has a `network`, and heads beside it.

    `rate` is that of the network, `head_rate` that of the heads; both rise for WARM_UP steps and
    then fall until the last.
    """

    def __init__(
        self, model: torch.nn.Module, steps: int, *, rate: float, head_rate: float
    ) -> None:
        self._model, self._steps, self._done = model, steps, 0
        named = list(model.named_parameters())
        network = [each for name, each in named if name.startswith("network")]
        heads = [each for name, each in named if not name.startswith("network")]
        self._optimizer = torch.optim.AdamW(
            [{"params": network, "lr": rate}, {"params": heads, "lr": head_rate, "weight_decay": 0}]
        )
        self._schedule = torch.optim.lr_scheduler.LambdaLR(self._optimizer, self._share)

    def step(self, loss_of: Callable[[], torch.Tensor]) -> None:
        """Lessen a loss by one step; every fiftieth is told."""
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HALF):
            loss = loss_of()
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), LONGEST)
        self._optimizer.step()
        self._schedule.step()
        self._done += 1
        if self._done % TOLD_EVERY == 0:
            print(f"  {self._done} of {self._steps}, {float(loss.detach()):.3f}", flush=True)

    def _share(self, step: int) -> float:
        return min(1, (step + 1) / WARM_UP) * max(LEAST_RATE, 1 - step / self._steps)
