import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isReady, useProcesses } from './testing/processes'

const patienceMs = 30_000
const processes = useProcesses()

const start = (environment: Record<string, string> = {}) =>
  processes.run('server/src/main.ts', { DATA_DIR: processes.folder, ...environment })

const postgresPid = async () =>
  Number.parseInt(
    await readFile(path.join(processes.folder, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => ''),
    10,
  )

const register = (address: string, username: string) =>
  fetch(`${address}/api/account/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username,
      password: 'Sup3r!secret',
      first_name: 'Ann',
      last_name: 'Bell',
      email: `${username}@example.com`,
    }),
  })

/** Servers that are not there, and what opens them: in settings, and in files. */
const away = {
  NATS_URL: 'nats://user:N4tsS3cret@127.0.0.1:1',
  SMTP_URL: 'smtp://user:Sm7pS3cret@127.0.0.1:1',
  BACKUP_S3_URL_FILE: 's3-url',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Otl9S3cret',
}
const inFile = 'http://S3KeyS3cret:S3SecretS3cret@127.0.0.1:1/bucket'

test(
  'OPS-12 LOAD-10 starts, refuses a second one, survives kill -9 with all it has acknowledged, and stops cleanly',
  async () => {
    await writeFile(path.join(processes.folder, 's3-url'), inFile)
    const first = start({
      ...away,
      BACKUP_S3_URL_FILE: path.join(processes.folder, away.BACKUP_S3_URL_FILE),
      LOG_LEVEL: 'trace',
      DISK_RESERVE_MB: '999999999',
    })
    const address = await first.says(isReady)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect((await register(address, 'ann')).status).toBe(201)

    const second = await start().ended
    expect(second).toEqual({
      code: 1,
      output: expect.stringContaining(
        `Multiball is already running on ${processes.folder} (process ${first.child.pid}).`,
      ),
    })
    expect((await fetch(`${address}/readyz`)).status).toBe(200)

    await first.says(/in the background/)
    // No disk has so much room as it is to keep.
    await first.says(/no new game begins until there is room/)
    first.child.kill('SIGKILL')
    const { output } = await first.ended
    // The servers that are away are named, or this shows nothing.
    expect(output).toContain('NATS at 127.0.0.1:1')
    expect(output).not.toMatch(/S3cret|Sup3r!secret/)
    expect(output.includes('Multiball runs as root, which it does not need')).toBe(process.getuid?.() === 0)
    const third = start()
    const again = await third.says(isReady)
    expect(await (await register(again, 'ann')).json()).toEqual({ username: ['This username is already taken'] })

    // In order, too, when nobody reads any more what it prints.
    third.child.stdout!.destroy()
    third.child.stderr!.destroy()
    third.child.kill('SIGTERM')
    expect((await third.ended).code).toBe(0)
    expect(await postgresPid()).toBeNaN()
    await expect(readFile(path.join(processes.folder, 'multiball.lock'))).rejects.toThrow('ENOENT')
  },
  patienceMs,
)

test(
  'a signal and a failure while it starts stop it once that is through, and the failure counts',
  async () => {
    const failing =
      "const timer = setInterval(() => { if (process.listenerCount('unhandledRejection')) { clearInterval(timer); process.kill(process.pid, 'SIGINT'); Promise.reject(new Error('early')) } }, 1)"
    const { code, output } = await start({
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(failing)}`,
    }).ended
    expect([code, output]).toEqual([1, expect.stringContaining('Multiball has failed and stops.')])
    expect(output).toContain('Stopping (SIGINT)…')
    expect(await postgresPid()).toBeNaN()
  },
  patienceMs,
)

test(
  'a PostgreSQL that is not there is named',
  async () => {
    const { code, output } = await start({ DATABASE_URL: 'postgres://a:D4taS3cret@127.0.0.1:1/x' }).ended
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('The PostgreSQL of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1'),
    ])
    expect(output).not.toMatch(/\.[jt]s:\d|S3cret/)
  },
  patienceMs,
)
