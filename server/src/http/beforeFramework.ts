import type { IncomingMessage, Server, ServerResponse } from 'node:http'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Whether it answers this request, now or later; it may still hand it over to the framework later, once. */
type Answer = (request: IncomingMessage, response: ServerResponse, handOver: Listener) => boolean

/** Lets `answer` see each request before the framework does. Answers a function that ends that. */
export function beforeFramework(server: Server, answer: Answer): () => void {
  const next = server.listeners('request') as Listener[]
  const handOver: Listener = (request, response) => {
    for (const listener of next) listener.call(server, request, response)
  }
  let isOver = false
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isOver || !answer(request, response, handOver)) handOver(request, response)
  })
  return () => void (isOver = true)
}
