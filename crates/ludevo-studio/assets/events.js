// One stream of events for all pages of a browser: it opens few connections to a site, and pages may be many.
const pages = new Set();
const stream = new EventSource("/events");
const tell = (message) => pages.forEach((page) => page.postMessage(message));
stream.addEventListener("run", (event) => tell(event.data));
stream.addEventListener("all", () => tell(""));
// After a pause of the connection whatever is shown may be old.
stream.addEventListener("open", () => tell(""));
stream.addEventListener("error", () => tell(null));
self.addEventListener("connect", (event) => {
  const page = event.ports[0];
  pages.add(page);
  page.onmessage = () => pages.delete(page);
  page.start();
});
