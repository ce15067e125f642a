// Files dropped or chosen are sent one by one, each with its bar; a PDF's page is drawn.
// Without it the form sends them all at once, and the text of each document can be read.

const drop = document.getElementById("drop");
const list = document.getElementById("documents");
const says = document.getElementById("said").dataset;
const AT_ONCE = 2;
const waiting = [];
let sending = 0;
let batch = "";

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
function take(files) {
  batch = files.length > 1 ? newId() : "";
  const options = new FormData(drop);
  options.delete("file");
  options.set("batch", batch);
  for (const file of [...files].reverse()) {
    const row = rowFor(file);
    const upload = { file, row, options };
    row.querySelector("[data-again]").addEventListener("click", () => begin(upload));
    waiting.unshift(upload);
  }
  next();
}
function rowFor(file) {
  const row = document.getElementById("sending").content.firstElementChild.cloneNode(true);
  row.querySelector("[data-name]").textContent = file.name;
  row.querySelector("progress").setAttribute("aria-label", file.name);
  list.prepend(row);
  return row;
}
function begin(upload) {
  for (const button of upload.row.querySelectorAll("[data-again], [data-remove]")) button.hidden = true;
  upload.row.querySelector("progress").hidden = false;
  tell(upload.row, "Uploading");
  waiting.push(upload);
  next();
}
function next() {
  while (sending < AT_ONCE && waiting.length) send(waiting.shift());
}
function tell(row, words) {
  row.querySelector("[data-doing]").textContent = words;
}
function fail(row, words, again) {
  tell(row, words);
  row.querySelector("progress").hidden = true;
  row.querySelector("[data-again]").hidden = !again;
  row.querySelector("[data-remove]").hidden = false;
}
function send(upload) {
  const { file, row, options } = upload;
  if (file.size > Number(drop.dataset.most))
    return fail(row, says.tooLarge.replace("{n}", drop.dataset.mostMb), false);
  sending += 1;
  const form = new FormData();
  for (const [name, value] of options) form.append(name, value);
  form.append("file", file, file.name);
  const request = new XMLHttpRequest();
  request.open("POST", drop.action);
  request.setRequestHeader("HX-Request", "true");
  const bar = row.querySelector("progress");
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) bar.value = Math.floor((100 * event.loaded) / event.total);
  });
  request.addEventListener("load", () => {
    // What was here already stands once, on top.
    for (const old of list.querySelectorAll("li[id]"))
      if (request.responseText.includes(`id="${old.id}"`)) old.remove();
    if (request.status === 200) {
      htmx.swap(row, request.responseText, { swapStyle: "outerHTML" }, { eventInfo: { target: list } });
      document.dispatchEvent(new CustomEvent("announce", { detail: says.uploaded.replace("{n}", file.name) }));
    }
    else if (request.status === 503 && /^text\/plain/.test(request.getResponseHeader("Content-Type"))) fail(row, request.responseText, true);
    else fail(row, says.notTaken, true);
  });
  request.addEventListener("error", () => fail(row, says.cutOff, true));
  request.addEventListener("loadend", () => {
    sending -= 1;
    next();
  });
  request.send(form);
}
if (drop) {
  const input = drop.querySelector("input[type=file]");
  input.addEventListener("change", () => {
    if (!input.files.length) return;
    take(input.files);
    input.value = "";
  });
  let within = 0;
  const over = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragenter", (event) => {
    if (over(event)) drop.classList.toggle("drop-over", ++within > 0);
  });
  document.addEventListener("dragleave", (event) => {
    if (over(event)) drop.classList.toggle("drop-over", --within > 0);
  });
  document.addEventListener("dragover", (event) => over(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!over(event)) return;
    event.preventDefault();
    within = 0;
    drop.classList.remove("drop-over");
    const items = [...event.dataTransfer.items].filter((item) => !item.webkitGetAsEntry?.()?.isDirectory);
    const files = items.map((item) => item.getAsFile()).filter(Boolean);
    if (files.length) take(files);
    else
      document.dispatchEvent(new CustomEvent("say", { detail: says.folder }));
  });
  list.addEventListener("click", (event) => event.target.closest("[data-remove]")?.closest("li").remove());
}

/* The passage on a page of a PDF: it is compared by letters and digits alone, for the text that was read has
   neither the page's line ends nor its hyphens, and may be in another order where there are columns. */
function letters(text) {
  return text.normalize("NFKD").toLowerCase().match(/[\p{L}\p{N}]/gu) ?? [];
}
function stretches(items, words) {
  const placed = [];
  items.forEach((item, index) =>
    [...(item.str ?? "")].forEach((sign, at, all) => {
      for (const letter of letters(sign)) placed.push({ letter, index, from: at / all.length, to: (at + 1) / all.length });
    }),
  );
  // One unit a letter, so that places in the text are places in the list.
  const page = placed.map(({ letter }) => letter[0]).join("");
  const wanted = words.split(/\s+/).map((word) => letters(word).map((letter) => letter[0]).join("")).filter(Boolean);
  const FEW = Math.min(4, wanted.length);
  const found = [];
  let after = 0;
  for (let first = 0; FEW && first + FEW <= wanted.length; ) {
    let run = wanted.slice(first, first + FEW).join("");
    let start = page.indexOf(run, after);
    if (start < 0) start = page.indexOf(run);
    if (start < 0) {
      first += 1;
      continue;
    }
    let next = first + FEW;
    while (next < wanted.length && page.startsWith(wanted[next], start + run.length)) run += wanted[next++];
    after = start + run.length;
    const [begin, end] = [placed[start], placed[after - 1]];
    for (let index = begin.index; index <= end.index; index++) {
      const from = index === begin.index ? begin.from : 0;
      const to = index === end.index ? end.to : 1;
      if (items[index].str.trim()) found.push({ item: items[index], from, to });
    }
    first = next;
  }
  return found;
}
function boxOf({ item, from, to }, viewport) {
  const [a, b, c, d, x, y] = item.transform;
  const [along, up] = [item.width / Math.hypot(a, b), item.height / Math.hypot(c, d)];
  const corner = (share, height) =>
    viewport.convertToViewportPoint(x + a * along * share + c * up * height, y + b * along * share + d * up * height);
  const [[left, top], [right, bottom]] = [corner(from, -0.25), corner(to, 0.95)];
  const [across, down] = [[left, right].sort((one, other) => one - other), [top, bottom].sort((one, other) => one - other)];
  return { left: across[0], right: across[1], top: down[0], bottom: down[1] };
}
function joined(boxes, box) {
  const before = boxes.at(-1);
  const height = box.bottom - box.top;
  // The next word of the line, not that of the next column.
  if (before && Math.abs(before.top - box.top) < height / 3 && box.left > before.left && box.left - before.right < height)
    before.right = box.right;
  else boxes.push(box);
  return boxes;
}
function markOf({ left, right, top, bottom }, viewport) {
  const mark = document.createElement("div");
  mark.className = "pdf-mark";
  mark.style.left = `${(100 * left) / viewport.width}%`;
  mark.style.top = `${(100 * top) / viewport.height}%`;
  mark.style.width = `${(100 * (right - left)) / viewport.width}%`;
  mark.style.height = `${(100 * (bottom - top)) / viewport.height}%`;
  return mark;
}

/* A page of a PDF as it looks. */
async function draw(place) {
  const { file, page, words, module, worker } = place.dataset;
  try {
    const pdfjs = await import(module);
    pdfjs.GlobalWorkerOptions.workerSrc = worker;
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(answer.status);
    const data = await answer.arrayBuffer();
    const pdf = await pdfjs.getDocument({ data, isEvalSupported: false, enableXfa: false }).promise;
    const sheet = await pdf.getPage(Number(page));
    const width = sheet.getViewport({ scale: 1 }).width;
    const scale = (place.clientWidth / width) * Math.min(devicePixelRatio || 1, 3);
    const viewport = sheet.getViewport({ scale });
    const canvas = document.createElement("canvas");
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", says.page.replace("{n}", page));
    await sheet.render({ canvasContext: canvas.getContext("2d"), viewport }).promise;
    const parts = stretches((await sheet.getTextContent()).items, words).map((part) => boxOf(part, viewport));
    const marks = parts.reduce(joined, []).map((box) => markOf(box, viewport));
    place.replaceChildren(canvas, ...marks);
    place.dataset.drawn = "yes";
    if (marks.length) canvas.setAttribute("aria-label", says.markedPage.replace("{n}", page));
    marks[0]?.scrollIntoView({ block: "center" });
  } catch {
    place.firstElementChild.textContent = says.notDrawn;
  }
}
const pdfPage = document.getElementById("pdf-page");
if (pdfPage) draw(pdfPage);
