import WebSocket from 'ws'

/* Many viewers in a process of their own: viewers.ts ADDRESS COUNT NAME. Tells its parent when all of them saw a score. */

const [address = '', count = '0', name = ''] = process.argv.slice(2)
const scoreOf = /"score":(\d+)/
let wanted = -1
let waiting = 0
const seen: number[] = []
let messages = 0

function connect(index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false })
    seen[index] = -1
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'GET_SCORES', name }))
      resolve()
    })
    socket.on('error', reject)
    socket.on('message', (text: Buffer) => {
      messages += 1
      const score = Number(scoreOf.exec(text.toString('latin1'))?.[1] ?? -1)
      const before = seen[index]!
      seen[index] = Math.max(before, score)
      if (before < wanted && seen[index] >= wanted) {
        waiting -= 1
        if (waiting === 0) process.send?.({ delivered: wanted, messages })
      }
    })
  })
}

for (let index = 0; index < Number(count); index += 50) {
  await Promise.all(Array.from({ length: Math.min(50, Number(count) - index) }, (_, offset) => connect(index + offset)))
}
process.on('message', (score: number) => {
  wanted = score
  waiting = seen.filter((value) => value < score).length
  if (waiting === 0) process.send?.({ delivered: wanted, messages })
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
