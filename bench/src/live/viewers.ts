import WebSocket from 'ws'

/*
 * Many viewers in a process of their own: viewers.ts ADDRESS COUNT GREETING, the greeting being what each sends first. Tells
 * its parent when all of them saw a score, and when each post arrived.
 */

/** A number asks to be told when all have that score; posts are asked about once they have arrived. */
export type Question = number | 'note arrivals' | { posts: Post[] }

export interface Post {
  score: number
  /** when it was sent, ms by the machine's monotonic clock */
  at: number
}

/** What became of posts, over all viewers. */
export interface Arrivals {
  /** ms from the post until a viewer had it, or a newer one */
  p50: number
  p99: number
  /** deliveries that never came */
  missing: number
  /** messages with an older state than one before */
  backwards: number
}

const [address = '', count = '0', greeting = ''] = process.argv.slice(2)
const scoreOf = /"score":(\d+)/
/** ms by the machine's monotonic clock, the same in every process */
const now = () => Number(process.hrtime.bigint()) / 1e6
let wanted = -1
let waiting = 0
const seen: number[] = []
let backwards = 0
let isNoting = false
/** viewer, score and time of each message, one after the other */
let arrivals: number[] = []

function connect(index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    seen[index] = -1
    socket.once('open', () => {
      socket.send(greeting)
      resolve()
    })
    socket.on('error', reject)
    socket.on('message', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      // Socket.IO's own ping.
      if (text === '2') return socket.send('3')
      const score = Number(scoreOf.exec(text)?.[1] ?? -1)
      const before = seen[index]!
      if (score >= 0 && score < before) backwards += 1
      if (isNoting) arrivals.push(index, score, now())
      seen[index] = Math.max(before, score)
      if (before < wanted && seen[index] >= wanted) {
        waiting -= 1
        if (waiting === 0) process.send?.({ delivered: wanted })
      }
    })
  })
}

for (let index = 0; index < Number(count); index += 50) {
  await Promise.all(Array.from({ length: Math.min(50, Number(count) - index) }, (_, offset) => connect(index + offset)))
}

function arrivalsOf(posts: readonly Post[]): Arrivals {
  const next = Array<number>(seen.length).fill(0)
  const delays: number[] = []
  for (let at = 0; at < arrivals.length; at += 3) {
    const [viewer, score, time] = [arrivals[at]!, arrivals[at + 1]!, arrivals[at + 2]!]
    for (let post = posts[next[viewer]!]; post && post.score <= score; post = posts[next[viewer]!]) {
      delays.push(time - post.at)
      next[viewer]! += 1
    }
  }
  const sorted = Float64Array.from(delays).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), missing: posts.length * seen.length - delays.length, backwards }
}

process.on('message', (question: Question) => {
  if (question === 'note arrivals') {
    isNoting = true
    backwards = 0
    arrivals = []
  } else if (typeof question === 'object') {
    isNoting = false
    process.send?.({ arrivals: arrivalsOf(question.posts) })
  } else {
    wanted = question
    waiting = seen.filter((value) => value < question).length
    if (waiting === 0) process.send?.({ delivered: wanted })
  }
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
