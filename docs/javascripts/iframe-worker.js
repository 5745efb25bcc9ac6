// The site's search runs in a worker, which browsers refuse to pages that are opened as files. There a hidden frame runs
// the worker's script instead.
class IFrameWorker extends EventTarget {
  constructor(url) {
    super()
    const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), { hidden: true }))
    this.frame = frame.contentWindow
    this.frame.answer = data => {
      const answer = new MessageEvent("message", { data })
      this.dispatchEvent(answer)
      this.onmessage?.(answer)
    }
    this.frame.load = script => new Promise((resolve, reject) => {
      const { document } = this.frame
      const element = Object.assign(document.createElement("script"), { src: script, onload: resolve, onerror: reject })
      document.body.append(element)
    })
    this.frame.postMessage = data => this.frame.answer(data)
    this.frame.importScripts = (...scripts) =>
      scripts.reduce((before, script) => before.then(() => this.frame.load(new URL(script, url))), Promise.resolve())
    this.ready = this.frame.load(url)
  }

  postMessage(data) {
    this.ready.then(() => this.frame.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) })))
  }

  terminate() {
    this.frame.frameElement.remove()
  }
}

if (location.protocol === "file:") {
  window.Worker = IFrameWorker
}
