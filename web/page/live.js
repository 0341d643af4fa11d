/// Opens a stream of events. Each event calls `onChange` with the ids of the changed books, or with null if any book
/// may have changed.
function follow(address, onChange) {
  const source = new EventSource(address);
  const report = (event) => {
    let books = null;
    try { books = JSON.parse(event.data).books ?? null; } catch { /* Any book may have changed. */ }
    onChange(books);
  };
  source.addEventListener("message", report);
  source.addEventListener("change", report);
  source.addEventListener("reload", () => onChange(null));
  return source;
}

/// Runs in the worker that all tabs of a browser share. Forwards events to the visible tabs through a single stream,
/// which is open while at least one tab is visible.
function hub() {
  const ports = new Set();
  let source = null;
  self.addEventListener("connect", (event) => {
    const port = event.ports[0];
    port.addEventListener("message", ({ data }) => {
      if (data.join) {
        ports.add(port);
        if (source?.readyState === EventSource.CLOSED) source = null;
        source ??= follow(data.join, (books) => { for (const each of ports) each.postMessage({ books }); });
      } else {
        ports.delete(port);
        if (ports.size === 0) { source?.close(); source = null; }
      }
    });
    port.start();
  });
}

/// A subscription to changes while the tab is visible. All tabs share one event stream: through a shared worker, or
/// through the tab that holds a lock. A browser that supports neither opens a stream for each tab.
class Live {
  #base;
  #onChange;
  #port = null;
  #stop = null;

  constructor(base, onChange) {
    this.#base = base;
    this.#onChange = onChange;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.leave();
      else { this.join(); onChange(null); }
    });
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", (event) => { if (event.persisted) { this.join(); onChange(null); } });
    if (!document.hidden) this.join();
  }

  join() {
    if (this.#stop || this.#port?.isJoined) return;
    const address = new URL(`${this.#base}/events`, location.href).href;
    if (typeof SharedWorker !== "undefined") {
      if (!this.#port) {
        const worker = new SharedWorker(import.meta.url, { type: "module", name: this.#base });
        this.#port = worker.port;
        this.#port.addEventListener("message", ({ data }) => this.#onChange(data.books));
        this.#port.start();
      }
      this.#port.postMessage({ join: address });
      this.#port.isJoined = true;
    } else if (navigator.locks && typeof BroadcastChannel !== "undefined") {
      this.#joinByLock(address);
    } else {
      const source = follow(address, this.#onChange);
      this.#stop = () => source.close();
    }
  }

  /// Requests the lock. The tab that holds it opens the stream and broadcasts its events to the other tabs. When that
  /// tab leaves, the next one receives the lock.
  #joinByLock(address) {
    const channel = new BroadcastChannel(`catalog ${this.#base}`);
    channel.addEventListener("message", ({ data }) => this.#onChange(data.books));
    const waiting = new AbortController();
    let release = () => {};
    navigator.locks.request(channel.name, { signal: waiting.signal }, () => new Promise((resolve) => {
      const source = follow(address, (books) => { channel.postMessage({ books }); this.#onChange(books); });
      release = () => { source.close(); resolve(); };
    })).catch(() => {});
    this.#stop = () => { waiting.abort(); release(); channel.close(); };
  }

  leave() {
    this.#stop?.();
    this.#stop = null;
    if (this.#port?.isJoined) { this.#port.postMessage({}); this.#port.isJoined = false; }
  }
}
