// Loaded before the first paint, so that the chosen theme does not flash. The only script that blocks.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
})();
