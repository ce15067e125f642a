// Files dropped or chosen are sent one by one, each with its bar; a PDF's page is drawn.
// Without it the form sends them all at once, and the text of each document can be read.

const drop = document.getElementById("drop");
const list = document.getElementById("documents");
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
    return fail(row, `It is larger than ${drop.dataset.mostMb} MB. Split it, or send a smaller one.`, false);
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
    if (request.status === 200) htmx.swap(row, request.responseText, { swapStyle: "outerHTML" }, { eventInfo: { target: list } });
    else fail(row, "It could not be taken in. Try again in a moment.", true);
  });
  request.addEventListener("error", () => fail(row, "The upload was cut off. Is Yarnnn running?", true));
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
      document.dispatchEvent(new CustomEvent("say", { detail: "Open the folder and drop the files that are in it." }));
  });
  list.addEventListener("click", (event) => event.target.closest("[data-remove]")?.closest("li").remove());
}

/* A page of a PDF as it looks. */
async function draw(place) {
  const { file, page, module, worker } = place.dataset;
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
    canvas.setAttribute("aria-label", `Page ${page} as it looks`);
    await sheet.render({ canvasContext: canvas.getContext("2d"), viewport }).promise;
    place.replaceChildren(canvas);
    place.dataset.drawn = "yes";
  } catch {
    place.firstElementChild.textContent = "This page could not be drawn. Read its text, or download the file.";
  }
}
const pdfPage = document.getElementById("pdf-page");
if (pdfPage) draw(pdfPage);
