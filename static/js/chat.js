// The conversation: the box to write in, and answers that arrive word by word.

const composer = document.querySelector("[data-composer]");
const turns = document.getElementById("turns");
const words = document.getElementById("said").dataset;
const csrf = () => JSON.parse(document.body.getAttribute("hx-headers"));
const say = (text) => document.dispatchEvent(new CustomEvent("say", { detail: text }));
const announce = (text) => document.dispatchEvent(new CustomEvent("announce", { detail: text }));
const isTellingWhy = (xhr) => xhr.status === 503 && /^text\/plain/.test(xhr.getResponseHeader("Content-Type"));
// Turn → AbortController.
const streams = new Map();
const box = composer?.querySelector("textarea");

/* Files to send: chosen, dropped or pasted. The field holds them, the chips show them. */
const picker = composer?.querySelector("input[type=file]");
const chips = composer?.querySelector("[data-files]");
const MOST_FILES = 20;
let files = [];
function attach(next) {
  files = next;
  if (!picker) return;
  const held = new DataTransfer();
  for (const file of files) held.items.add(file);
  picker.files = held.files;
  chips.replaceChildren(...files.map(chipOf));
  chips.hidden = !files.length;
}
function chipOf(file) {
  const chip = document.createElement("li");
  chip.className = "file";
  const name = document.createElement("bdi");
  name.textContent = file.name;
  const remove = document.createElement("button");
  remove.type = "button";
  remove.textContent = "×";
  remove.setAttribute("aria-label", words.removeFile.replace("{n}", file.name));
  remove.addEventListener("click", () => {
    attach(files.filter((other) => other !== file));
    box.focus();
  });
  chip.append(name, remove);
  return chip;
}
function add(more) {
  if (!picker || composer.elements.temporary?.checked) return say(words.temporaryFiles);
  const most = Number(composer.dataset.most);
  const fitting = [...files];
  for (const file of more) {
    // They go together, and no further than the limit.
    if (file.size + fitting.reduce((sum, other) => sum + other.size, 0) > most) say(words.tooLarge.replace("{n}", composer.dataset.mostMb));
    else if (fitting.length === MOST_FILES) say(words.tooMany.replace("{n}", MOST_FILES));
    else fitting.push(file);
  }
  attach(fitting);
  box.focus();
}
if (composer) {
  picker?.addEventListener("change", () => {
    const chosen = [...picker.files];
    // The field holds the last choice alone.
    attach(files);
    add(chosen);
  });
  box.addEventListener("paste", (event) => {
    if (!event.clipboardData?.files.length) return;
    event.preventDefault();
    add([...event.clipboardData.files]);
  });
  const isFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  let within = 0;
  const over = (is) => composer.classList.toggle("drop-over", is);
  document.addEventListener("dragenter", (event) => isFiles(event) && over(++within > 0));
  document.addEventListener("dragleave", (event) => isFiles(event) && over(--within > 0));
  document.addEventListener("dragover", (event) => isFiles(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    over((within = 0) > 0);
    const items = [...event.dataTransfer.items].filter((item) => !item.webkitGetAsEntry?.()?.isDirectory);
    const dropped = items.map((item) => item.getAsFile()).filter(Boolean);
    if (dropped.length) add(dropped);
    else say(words.folder);
  });
}

/* The box: what is sent while an answer comes waits there until it has ended. */
let waits = false;
function sendWhatWaits() {
  if (waits && (box.value.trim() || files.length)) composer.requestSubmit();
  waits = false;
}
function grow() {
  if (CSS.supports("field-sizing", "content")) return;
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight + 2}px`;
}
if (box) {
  // Answers are streamed to this page: the first message need not wait for its own.
  composer.append(Object.assign(document.createElement("input"), { type: "hidden", name: "streams", value: "on" }));
  // Whoever goes on writing sends it themselves.
  box.addEventListener("input", () => {
    grow();
    waits = false;
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!box.value.trim() && !files.length) return;
    if (streams.size > 0) {
      waits = true;
      return say(words.oneAtATime);
    }
    composer.requestSubmit();
  });
  composer.addEventListener("submit", (event) => {
    waits = false;
    // A first message leads to a page of its own: one goes on writing there.
    sessionStorage.setItem("writes", "on");
    // Without a net the browser's own page would stand in the place of a first message.
    if (!navigator.onLine || (event.submitter?.name !== "say" && !box.value.trim() && !files.length)) {
      event.preventDefault();
      if (!navigator.onLine) say(words.notReached);
      box.focus();
    }
  });
  // What was written is cleared when it has arrived, and only then.
  composer.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt !== composer || event.detail.xhr.status >= 300) return;
    box.value = "";
    attach([]);
    grow();
    box.focus();
  });
  // A refused message answers with the box and why: the why is shown, the words stay as they are.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig.elt !== composer) return;
    const errors = document.getElementById("message-errors");
    errors.replaceChildren();
    if (isTellingWhy(event.detail.xhr)) {
      const why = document.createElement("p");
      why.className = "errorlist";
      why.textContent = event.detail.xhr.responseText;
      errors.append(why);
    }
    if (event.detail.xhr.status !== 422) return;
    event.detail.shouldSwap = false;
    const answer = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
    errors.append(...(answer.getElementById("message-errors")?.childNodes ?? []));
  });
  box.setSelectionRange(box.value.length, box.value.length);
  grow();
  if (sessionStorage.getItem("writes") && turns) box.focus({ preventScroll: true });
  sessionStorage.removeItem("writes");
}
document.addEventListener("click", (event) => {
  const fill = event.target.closest("[data-fill]");
  if (fill && box) {
    event.preventDefault();
    box.value = fill.dataset.fill;
    box.focus();
    grow();
  }
  if (event.target.closest("[data-stop-all]")) for (const turn of [...streams.keys()]) stop(turn);
});

/* A message of the person's: copied, unfolded, put in other words. */
function copied(turn) {
  const copy = (turn.querySelector(".said") ?? turn.querySelector(".prose")).cloneNode(true);
  for (const marker of copy.querySelectorAll(".cite")) marker.remove();
  // Whoever is not laid out has no lines.
  copy.className = "copied";
  document.body.append(copy);
  const text = copy.innerText.trim();
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => say(words.copied));
  else {
    getSelection().selectAllChildren(copy);
    if (document.execCommand("copy")) say(words.copied);
    getSelection().removeAllRanges();
  }
  copy.remove();
}
function cancelEdit(form) {
  const pencil = form.closest(".turn")?.querySelector("[data-edits]");
  form.remove();
  pencil?.focus();
}
turns?.addEventListener("click", (event) => {
  const turn = event.target.closest(".turn");
  if (event.target.closest("[data-copy-turn]")) copied(turn);
  const unfold = event.target.closest("[data-unfold]");
  if (unfold) {
    turn.querySelector(".said").classList.remove("said-long");
    unfold.remove();
  }
  const edit = event.target.closest("[data-cancel]")?.closest("[data-edit]");
  if (edit) {
    event.preventDefault();
    cancelEdit(edit);
  }
});
turns?.addEventListener("keydown", (event) => {
  const edit = event.target.closest("[data-edit]");
  if (!edit) return;
  if (event.key === "Escape") {
    event.stopPropagation();
    cancelEdit(edit);
  } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.target.matches("textarea")) {
    event.preventDefault();
    edit.requestSubmit();
  }
});
turns?.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-edit]")) return;
  // The answer is streamed to the page that follows.
  event.target.append(Object.assign(document.createElement("input"), { type: "hidden", name: "streams", value: "on" }));
});
turns?.addEventListener("htmx:afterSwap", () => {
  const written = turns.querySelector("[data-edit] textarea");
  written?.setSelectionRange(written.value.length, written.value.length);
});

/* Wide code and tables can be scrolled with the keyboard. */
function reach(within) {
  for (const wide of within.querySelectorAll(".prose pre, .prose table"))
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}

/* Answers */
function atEnd() {
  return document.documentElement.scrollHeight - scrollY - innerHeight < 160;
}
function toEnd() {
  scrollTo(0, 1e9);
}
function parts(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return { name, data: data.length ? JSON.parse(data.join("\n")) : {} };
}
/* What an answer did to a memory shows at the earlier answers that speak of it, too. */
function followRow(row) {
  // What was remembered, and is there again, is as it was said.
  const same = row.matches(".change-restored") ? ":not(.change-remembered)" : "";
  for (const earlier of document.querySelectorAll(`[id="${row.id}"]${same}`)) {
    const copy = row.cloneNode(true);
    htmx.process(earlier.parentNode.insertBefore(copy, earlier));
    earlier.remove();
  }
}
function finish(turn, html) {
  const stay = atEnd();
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.firstElementChild;
  for (const row of holder.content.querySelectorAll(".change-forgotten, .change-remembered, .change-restored")) {
    followRow(row);
  }
  turn.replaceWith(holder.content);
  htmx.process(fresh);
  reach(fresh);
  // As a whole: word by word nobody could follow it.
  announce([...fresh.querySelectorAll(".prose, [role=alert], .change p")].map((part) => part.innerText).join("\n"));
  if (stay) toEnd();
}
function step(turn, { number, text }) {
  const steps = turn.querySelector("[data-steps]");
  while (steps.children.length < number) steps.append(document.createElement("li"));
  steps.children[number - 1].textContent = text;
}
function broken(turn, text) {
  turn.removeAttribute("aria-busy");
  turn.querySelector("[data-thinking]")?.remove();
  const line = document.createElement("p");
  line.className = "faint";
  line.append(text, " ");
  const again = document.createElement("a");
  again.href = location.href;
  again.textContent = words.loadAgain;
  line.append(again);
  turn.querySelector(".answer").append(line);
}
async function follow(turn) {
  if (streams.has(turn)) return;
  const control = new AbortController();
  streams.set(turn, control);
  document.body.classList.add("answering");
  const shown = turn.querySelector("[data-text]");
  let ended = false;
  try {
    const answer = await fetch(turn.dataset.stream, { headers: { Accept: "text/event-stream" }, signal: control.signal });
    if (!answer.ok) throw new Error(answer.status);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let kept = "";
    let first = true;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const blocks = (kept + value).replaceAll("\r\n", "\n").split("\n\n");
      kept = blocks.pop();
      for (const block of blocks) {
        if (!block.trim() || block.startsWith(":")) continue;
        const { name, data } = parts(block);
        if (name === "token") {
          const stay = atEnd();
          // The stream begins anew when it is opened: what the page had of it is replaced.
          shown.textContent = first ? data.text : shown.textContent + data.text;
          first = false;
          if (stay) toEnd();
        } else if (name === "step") {
          step(turn, data);
        } else if (name === "done" || (name === "error" && data.html)) {
          ended = true;
          finish(turn, data.html);
        } else if (name === "error") {
          ended = true;
          broken(turn, data.message ?? words.unwritten);
        }
      }
    }
    if (!ended) broken(turn, words.broke);
  } catch {
    if (!ended) broken(turn, words.broke);
  } finally {
    streams.delete(turn);
    if (streams.size === 0) {
      document.body.classList.remove("answering");
      sendWhatWaits();
    }
  }
}
async function stop(turn) {
  turn.querySelector("[data-thinking]")?.replaceChildren(words.stopping);
  turn.classList.add("stopping");
  const answer = await fetch(turn.dataset.stop, { method: "POST", headers: csrf() }).catch(() => null);
  if (!answer?.ok) return say(words.notReached);
  // The stream ends by itself with what had arrived; if it hangs, do not wait for it.
  setTimeout(() => streams.get(turn)?.abort(), 3000);
}
function followAll() {
  for (const turn of document.querySelectorAll("[data-stream]")) follow(turn);
}
if (turns) {
  new MutationObserver((changes) => {
    const added = changes.some((change) => [...change.addedNodes].some((node) => node.matches?.(".turn-user")));
    followAll();
    if (added) toEnd();
  }).observe(turns, { childList: true });
  followAll();
  reach(turns);
  if (!location.hash) toEnd();
}

/* A temporary chat that is closed ends soon; reloading it, or coming back, keeps it. */
const leave = composer?.dataset.leave;
if (leave) {
  addEventListener("pagehide", () => {
    const form = new FormData();
    form.append("csrfmiddlewaretoken", composer.elements.csrfmiddlewaretoken.value);
    navigator.sendBeacon(leave, form);
  });
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
