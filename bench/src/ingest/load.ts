import { fourPlayerEntry } from '../rig'
import { Connection, requestHead } from './connection'
import { signOn, type Device } from './device'

/* The load, in a process of its own: takes one job at a time as a message and answers with its outcome. */

export interface Machine {
  /** what the peer calls it by */
  id: number
  key: string
  session: string
  /** it signs on at the beginning of each job, and posts with the token that it is given */
  device?: Device
}

export type Job = { port: number; milliseconds: number } & (
  | { type: 'posts'; path: string; machines: Machine[]; firstSequence: number }
  | { type: 'reads'; path: string; connections: number; firstAddress: number }
)

export interface Outcome {
  answered: number
  /** answers other than 200 */
  failed: number
  milliseconds: number
}

/** Makes the requests of one connection, one after the other. */
type Requests = () => string

function posts({ path, firstSequence }: Extract<Job, { type: 'posts' }>, { id, key, session }: Machine): Requests {
  let sequence = firstSequence
  return () => {
    sequence += 1
    const body = JSON.stringify({ ...fourPlayerEntry(session, sequence, sequence * 1_010), venue_machine: id })
    return (
      requestHead(
        'POST',
        path,
        `Authorization: Token ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`,
      ) + body
    )
  }
}

/** Each read comes from an address of its own, as if from a TV: reads of one address are limited. */
function reads({ path, firstAddress }: Extract<Job, { type: 'reads' }>, connection: number): Requests {
  let count = firstAddress
  return () => {
    count += 1
    return requestHead('GET', path, `X-Forwarded-For: 10.${connection}.${(count >> 8) & 255}.${count & 255}\r\n`)
  }
}

/** Keeps this process from going to sleep: waking it would cost time whenever a server answers faster than we ask. */
function stayAwake(): () => void {
  let isOver = false
  const turn = () => void (isOver || setImmediate(turn))
  turn()
  return () => (isOver = true)
}

/** The machines, those of makers with a fresh token. */
const signedOn = (port: number, machines: readonly Machine[]) =>
  Promise.all(
    machines.map(async (machine) =>
      machine.device ? { ...machine, key: await signOn(`http://127.0.0.1:${port}`, machine.device) } : machine,
    ),
  )

async function run(job: Job): Promise<Outcome> {
  const begun = performance.now()
  const all =
    job.type === 'posts'
      ? (await signedOn(job.port, job.machines)).map((machine) => posts(job, machine))
      : Array.from({ length: job.connections }, (_, place) => reads(job, place))
  const connections = await Promise.all(all.map(() => Connection.open(job.port)))
  let answered = 0
  let failed = 0
  // Posts leave the processor to the database.
  const rest = job.type === 'reads' ? stayAwake() : () => {}
  const until = begun + job.milliseconds
  await Promise.all(
    connections.map(
      (connection, place) =>
        new Promise<void>((resolve) => {
          const next = all[place]!
          const again = (status: number) => {
            if (status === 200) answered += 1
            else failed += 1
            if (status === 0 || performance.now() >= until) resolve()
            else connection.send(next(), again)
          }
          connection.send(next(), again)
        }),
    ),
  )
  const milliseconds = performance.now() - begun
  rest()
  for (const connection of connections) connection.close()
  return { answered, failed, milliseconds }
}

process.on('message', (job: Job) => void run(job).then((outcome) => process.send!(outcome)))
process.on('disconnect', () => process.exit())
process.send!('ready')
