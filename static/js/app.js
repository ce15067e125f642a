// What every page shares: theme, toasts, panel, palette, citation cards, menus, dialogs.
// Links and forms work without any of it.

const byId = (id) => document.getElementById(id);
const words = byId("said").dataset;
const small = matchMedia("(max-width: 66rem)");

/* Theme: system, light or dark, kept on this device. */
function chosenTheme() {
  return document.documentElement.dataset.theme ?? "system";
}
function chooseTheme(theme) {
  if (theme === "system") {
    localStorage.removeItem("theme");
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset.theme = theme;
  }
  showTheme();
}
function showTheme() {
  const theme = chosenTheme();
  for (const button of document.querySelectorAll("[data-theme-cycle]")) {
    button.title = words[{ system: "themeSystem", light: "themeLight", dark: "themeDark" }[theme]];
    button.setAttribute("aria-label", button.title);
  }
  for (const radio of document.querySelectorAll("input[name=theme]")) radio.checked = radio.value === theme;
}

/* Toasts go by themselves after their seconds, but not while somebody reads or is about to press. */
function startToast(toast) {
  if (toast.dataset.started) return;
  toast.dataset.started = "yes";
  let left = Number(toast.dataset.seconds ?? 6);
  const shown = toast.querySelector(".seconds");
  if (shown) shown.textContent = left;
  const clock = setInterval(() => {
    if (!toast.isConnected) return clearInterval(clock);
    if (toast.matches(":hover, :focus-within")) return;
    left -= 1;
    if (shown) shown.textContent = left;
    if (left <= 0) {
      clearInterval(clock);
      toast.remove();
    }
  }, 1000);
}

/* A row that was just forgotten keeps its place for ten seconds, with Undo in it. It stays longer
   while its going would move a row under the pointer, or take the keyboard's place away. */
// Id of a row about to be forgotten → its height.
const heights = new Map();
function keepHeight(ghost) {
  const height = heights.get(ghost.id);
  if (height) ghost.style.blockSize = ghost.style.minBlockSize = `${height}px`;
}
function startGhost(ghost) {
  if (ghost.dataset.started) return;
  ghost.dataset.started = "yes";
  const shown = ghost.querySelector(".seconds");
  let left = 10;
  if (shown) shown.textContent = left;
  const clock = setInterval(() => {
    if (!ghost.isConnected) return clearInterval(clock);
    left = Math.max(0, left - 1);
    if (shown) shown.textContent = left || "";
    const pointed = matchMedia("(hover: hover)").matches && ghost.matches(":hover, :has(~ :hover)");
    if (left || pointed || ghost.querySelector(":focus-visible")) return;
    clearInterval(clock);
    const list = ghost.parentElement;
    const next = ghost.nextElementSibling;
    const focused = ghost.contains(document.activeElement);
    ghost.remove();
    if (focused) (next?.matches("[tabindex]") ? next : byId("main")).focus({ preventScroll: true });
    // The last of a list: what the page says of an empty one comes from the server.
    if (!list.querySelector(".memory")) htmx.ajax("GET", location.href, { target: "#results" });
  }, 1000);
}
function say(text) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.dataset.toast = "";
  const line = document.createElement("p");
  line.textContent = text;
  toast.append(line);
  byId("toasts")?.append(toast);
}

/* Said by a screen reader alone: what has changed where the keyboard is not. */
function announce(text) {
  const spoken = byId("announced");
  if (!spoken || !text) return;
  spoken.textContent = "";
  setTimeout(() => (spoken.textContent = text), 100);
}

/* The panel is a column where there is room and a modal sheet where there is not. */
let panelOpener = null;
function openPanel() {
  const panel = byId("panel");
  if (!panel.open) {
    panelOpener = document.activeElement;
    const at = scrollY;
    if (small.matches) panel.showModal();
    else panel.show();
    // Showing a dialog may move the page to it.
    scrollTo(scrollX, at);
  }
  // Not scrollIntoView: that would move the page behind as well.
  const body = byId("panel-body");
  const passage = body.querySelector("mark");
  body.scrollTop = 0;
  if (passage) body.scrollTop = passage.getBoundingClientRect().top - body.getBoundingClientRect().top - body.clientHeight / 3;
  body.focus({ preventScroll: true });
}
function returnFocus() {
  if (panelOpener?.isConnected) panelOpener.focus({ preventScroll: true });
  panelOpener = null;
}

/* Citation cards: the quote beside its marker, on hover and on focus. */
let card = null;
let cardClock = 0;
function showCard(marker) {
  clearTimeout(cardClock);
  const next = byId(marker.dataset.cite);
  if (!next || next === card) return;
  hideCard();
  card = next;
  card.showPopover();
  place(card, marker, 6);
}
function hideCard() {
  card?.hidePopover();
  card = null;
}
function hideCardSoon() {
  clearTimeout(cardClock);
  cardClock = setTimeout(hideCard, 160);
}

/* Put a popover below its opener, or above where there is no room, inside the window in any direction of writing. */
function place(popover, opener, gap) {
  const at = opener.getBoundingClientRect();
  const box = popover.getBoundingClientRect();
  const fitsBelow = at.bottom + gap + box.height <= innerHeight - 8;
  const start = getComputedStyle(opener).direction === "rtl" || popover.dataset.align === "end" ? at.right - box.width : at.left;
  popover.style.left = `${Math.max(8, Math.min(start, innerWidth - box.width - 8))}px`;
  popover.style.top = `${fitsBelow ? at.bottom + gap : Math.max(8, at.top - gap - box.height)}px`;
  popover.style.right = popover.style.bottom = "auto";
}

/* Palette */
function openPalette() {
  const palette = byId("palette");
  if (!palette || palette.open) return;
  palette.showModal();
  const box = palette.querySelector("input");
  box.select();
  htmx.trigger(box, "opened");
}
function movePalette(event) {
  const stops = [...byId("palette").querySelectorAll("input, .palette-results a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  } else if (event.key === "Escape") {
    // Else the first one would only empty the box.
    event.preventDefault();
    byId("palette").close();
  } else if (event.key === "Enter" && document.activeElement === stops[0] && stops[1]) {
    event.preventDefault();
    stops[1].click();
  }
}

/* Wiring */
document.addEventListener("click", (event) => {
  const hit = (selector) => event.target.closest(selector);
  const cycle = hit("[data-theme-cycle]");
  if (cycle) chooseTheme({ system: "light", light: "dark", dark: "system" }[chosenTheme()]);
  const closer = hit("[data-close]");
  const closes = closer && byId(closer.dataset.close);
  if (closes?.open) {
    event.preventDefault();
    closes.close();
  }
  if (hit("[data-dismiss]")) hit("[data-toast]")?.remove();
  if (hit('[data-open="palette"]') && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    openPalette();
  }
  const does = hit("[data-does]")?.dataset.does.split(":");
  if (does && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    byId("palette").close();
    if (does[0] === "theme") chooseTheme(does[1]);
    else byId(does[1]).showModal();
  }
  const copy = hit("[data-copy]");
  if (copy) navigator.clipboard?.writeText(byId(copy.dataset.copy).value).then(() => say(words.copied));
  if (event.target.matches("dialog.palette, dialog.dialog, dialog.panel") && event.target.matches(":modal")) {
    const box = event.target.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) event.target.close();
  }
});
document.addEventListener("change", (event) => {
  if (event.target.matches("input[name=theme]")) chooseTheme(event.target.value);
  if (event.target.matches("[data-submit-on-change]")) event.target.form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" && byId("palette")) {
    event.preventDefault();
    openPalette();
  } else if (byId("palette")?.open) {
    movePalette(event);
  } else if (event.key === "Escape") {
    if (card) hideCard();
    else if (byId("panel")?.open && !byId("panel").matches(":modal")) byId("panel").close();
  }
});
/* Whether somebody goes through the page by keys: only then has the box they write in a ring. */
document.addEventListener("keydown", (event) => {
  if (event.key === "Tab") document.documentElement.dataset.keys = "";
}, true);
document.addEventListener("pointerdown", () => delete document.documentElement.dataset.keys, true);
document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const marker = event.target.closest?.("[data-cite]");
  if (marker) showCard(marker);
  else if (event.target.closest?.(".cite-card")) clearTimeout(cardClock);
  else if (card) hideCardSoon();
});
document.addEventListener("focusin", (event) => {
  const marker = event.target.closest("[data-cite]");
  if (marker?.matches(":focus-visible")) showCard(marker);
  else if (card && !event.target.closest(".cite-card")) hideCard();
});
document.addEventListener("scroll", () => card && hideCard(), { capture: true, passive: true });
document.addEventListener(
  "toggle",
  (event) => {
    if (!event.target.matches(".menu[popover]") || event.newState !== "open") return;
    const opener = document.querySelector(`[popovertarget="${CSS.escape(event.target.id)}"]`);
    if (opener) place(event.target, opener, 4);
    event.target.querySelector("a, button, input")?.focus({ focusVisible: false });
  },
  true,
);
byId("panel")?.addEventListener("close", returnFocus);

/* Many rows at once: a click selects one, with shift all up to it. By keys, in a row: x selects,
   f forgets, z takes back. Single keys can be switched off, where "?" tells of them. */
let picked = null;
function countPicks() {
  const shown = document.querySelector("[data-picked]");
  if (shown) shown.textContent = words.selected.replace("{n}", document.querySelectorAll(".pick:checked").length);
}
document.addEventListener("click", (event) => {
  if (!event.target.matches(".pick")) return;
  const all = [...document.querySelectorAll(".pick")];
  const run = [all.indexOf(picked), all.indexOf(event.target)].sort((a, b) => a - b);
  if (event.shiftKey && run[0] >= 0) for (const pick of all.slice(run[0], run[1] + 1)) pick.checked = event.target.checked;
  picked = event.target;
  countPicks();
});
document.addEventListener("reset", () => setTimeout(countPicks));
/* Ctrl-Z takes the last change back, but in a field that has words: there it is the browser's. */
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "z") return;
  if (event.target.matches("textarea, input:not(.pick)") && event.target.value) return;
  const undo = [...document.querySelectorAll("[data-undo], [data-ghost] button, [data-toast] form button")].at(-1);
  if (undo) event.preventDefault();
  undo?.click();
});
const singleKeys = document.querySelector("[data-single-keys]");
if (singleKeys) {
  singleKeys.checked = localStorage.getItem("singleKeys") !== "off";
  singleKeys.addEventListener("change", () => localStorage.setItem("singleKeys", singleKeys.checked ? "on" : "off"));
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("textarea, select, input:not(.pick)")) return;
  if (singleKeys && !singleKeys.checked) return;
  // A link or a button in a row has keys of its own.
  const row = document.activeElement.matches(".memory, .pick") ? document.activeElement.closest(".memory") : null;
  const button = {
    x: row?.querySelector(".pick"),
    f: document.querySelector("#results:has(.pick:checked) #picked button:not([type])") ?? row?.querySelector('form[action$="/forget"] button'),
    z: document.querySelector("[data-ghost] button, [data-toast] form button"),
  }[event.key];
  const box = document.querySelector("main [role=search] input[type=search], .composer textarea");
  if (button) {
    event.preventDefault();
    button.click();
  } else if (event.key === "/") {
    event.preventDefault();
    if (box) box.focus();
    else openPalette();
  } else if (event.key === "?" && !document.querySelector("dialog:modal")) byId("keys")?.showModal();
});

/* The timeline: drawn across, all the time from one bar to another is chosen. */
// The bar where it began.
let from = null;
function span(event) {
  const bars = [...from.parentElement.querySelectorAll("a")];
  const box = from.parentElement.getBoundingClientRect();
  const at = Math.floor((bars.length * (event.clientX - box.left)) / box.width);
  const run = [bars.indexOf(from), Math.max(0, Math.min(at, bars.length - 1))].sort((a, b) => a - b);
  return bars.slice(run[0], run[1] + 1);
}
document.addEventListener("pointerdown", (event) => {
  if (event.button === 0) from = event.target.closest?.("[data-timeline] a");
});
document.addEventListener("pointermove", (event) => {
  if (!from) return;
  const chosen = span(event);
  for (const bar of from.parentElement.querySelectorAll("a")) bar.classList.toggle("drawn", chosen.includes(bar));
});
document.addEventListener("pointerup", (event) => {
  if (!from) return;
  const [chosen, url] = [span(event), from.parentElement.dataset.timeline];
  from = null;
  // One bar alone is a link.
  if (chosen.length > 1) location.assign(`${url}from=${chosen[0].dataset.from}&to=${chosen.at(-1).dataset.to}`);
});
document.addEventListener("pointercancel", () => (from = null));
document.addEventListener("dragstart", (event) => event.target.closest?.("[data-timeline]") && event.preventDefault());

/* htmx: what arrived, and what did not. */
/* A list that comes anew once something in it was answered: the keyboard stays at its place. */
let kept = -1;
let showsEarlier = false;
const stops = (list) => [...list.querySelectorAll("a, button, summary")];
document.addEventListener("htmx:beforeSwap", (event) => {
  const { isError, requestConfig, target } = event.detail;
  const { elt } = requestConfig;
  if (!isError) {
    elt.closest?.("[data-toast]")?.remove();
    // What was taken back is not said any more to have been forgotten.
    const about = elt.closest?.("[data-ghost], .change-forgotten")?.id.replace(/^\w+-/, "");
    if (about) document.querySelector(`[data-about="${about}"]`)?.remove();
    // What a dialog asked is answered in the page behind it.
    const asked = elt.closest?.("dialog.dialog");
    if (asked && !asked.contains(target)) asked.close();
  }
  // An answer that is a toast and nothing else leaves its target alone.
  if (/hx-swap-oob="[^"]*" data-only/.test(event.detail.serverResponse)) event.detail.swapOverride = "none";
  showsEarlier = target.matches?.(".turns > .more") ?? false;
  if (target.matches?.("[data-keep-place]")) kept = stops(target).indexOf(document.activeElement);
  if (!target.matches?.(".memory")) return;
  heights.set(target.id, target.getBoundingClientRect().height);
  // Htmx would write it onto what follows, which the policy forbids.
  target.removeAttribute("style");
});
document.addEventListener("htmx:afterSwap", (event) => {
  const target = event.detail.target;
  const ghost = target.id && byId(target.id);
  if (ghost?.matches?.("[data-ghost]")) keepHeight(ghost);
});
document.addEventListener("htmx:afterSettle", (event) => {
  // Shown only now, since until then a form in it that is sent would load the whole page anew.
  const target = event.detail.target;
  if (target.id === "panel-body") openPanel();
  if (target.id === "dialog" && !target.open) target.showModal();
  // A row that was just forgotten leaves the keyboard at the next one, not at the top of the page.
  const gone = event.detail.elt;
  if (gone?.matches?.("[data-keep-place]") && kept >= 0 && document.activeElement === document.body)
    (stops(gone)[kept] ?? gone).focus({ preventScroll: true });
  if (gone?.matches?.("[data-ghost]")) {
    // Htmx has just put its attributes, and with them its style, as they were sent.
    keepHeight(gone);
    startGhost(gone);
  }
  if (gone?.matches?.("[data-gone]") && document.activeElement === document.body) {
    let next = gone.nextElementSibling;
    while (next?.matches("[data-gone], .day")) next = next.nextElementSibling;
    (next?.matches("[tabindex]") ? next : byId("main")).focus();
  } else if (document.activeElement === document.body) {
    // Undo is where the button was that is gone; and the row is where Undo was.
    const undo = gone?.querySelector?.(":scope[data-ghost] button, :scope.change-forgotten button");
    if (undo) undo.focus({ preventScroll: true });
    else if (gone?.matches?.(".memory, .change") || (showsEarlier && gone?.matches?.(".turn"))) {
      gone.tabIndex = -1;
      gone.focus({ preventScroll: true });
    }
  }
  if (gone?.matches?.(".memory:not([data-ghost]), .change") && !gone.matches(":focus"))
    announce(gone.querySelector(".fact, p")?.innerText);
});
document.addEventListener("htmx:afterRequest", (event) => {
  // Who asked may be gone from the page by now, with the row it stood in.
  const { detail } = event;
  if (detail.successful) announce(detail.requestConfig.elt.dataset?.announce);
});
document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  if (status === 404) say(words.gone);
  else if (status === 403) location.reload();
  else if (status === 503 && /^text\/plain/.test(event.detail.xhr.getResponseHeader("Content-Type"))) {
    // The box to write in has a place for it (chat.js), beside the words.
    if (!event.detail.elt.matches?.("[data-composer]")) say(event.detail.xhr.responseText);
  } else say(words.failed);
});
document.addEventListener("say", (event) => say(event.detail));
document.addEventListener("announce", (event) => announce(event.detail));
document.addEventListener("htmx:sendError", () => say(words.noAnswer));

// A form that was refused begins where something is to be put right.
document.querySelector("main [aria-invalid=true]")?.focus();
for (const ghost of document.querySelectorAll("[data-ghost]")) startGhost(ghost);
const toasts = byId("toasts");
if (toasts) {
  for (const toast of toasts.querySelectorAll("[data-toast]")) startToast(toast);
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.addedNodes) if (node.matches?.("[data-toast]")) startToast(node);
  }).observe(toasts, { childList: true });
}
if (/Mac|iPhone|iPad/.test(navigator.platform))
  for (const key of document.querySelectorAll("[data-mod-key]")) key.textContent = "⌘ K";
for (const field of document.querySelectorAll("[data-time-zone]"))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
showTheme();
