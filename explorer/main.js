// Starts the worker, and sends it the question of the page.
const text = (id) => document.getElementById(id).textContent;

const worker = new Worker(URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" })));
worker.onmessage = ({ data }) => {
  if (data === "ready") document.documentElement.dataset.ready = "yes";
  else document.getElementById("status").textContent = data;
};
const packed = Uint8Array.from(atob(text("engine")), (letter) => letter.charCodeAt(0));
const unpacked = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
worker.postMessage(await unpacked.arrayBuffer());
document.getElementById("ask").addEventListener("click", () => {
  worker.postMessage(document.getElementById("question").value);
});
