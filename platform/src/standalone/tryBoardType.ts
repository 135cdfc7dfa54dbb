import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPort } from '../dev/findPort'
import { root } from '../disk/paths'
import { quietly, step } from './steps'

/** A server of the workspace on a deploy folder, with an owner who is logged in. */
async function startServer(place: string, deploy: string) {
  const port = await findPort(4400)
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['platform/run.mjs', 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: path.join(place, 'data'),
      DEPLOY_DIR: deploy,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ask = async (method: string, address: string, body?: object, token?: string) => {
    const answer = await fetch(url + address, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Token ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    return {
      status: answer?.status ?? 0,
      said: ((await answer?.json().catch(() => undefined)) ?? {}) as Record<string, unknown>,
    }
  }
  /** Asks again until it is answered so. */
  const until = async (status: number, ...request: Parameters<typeof ask>) => {
    for (let tries = 0; tries < 600; tries++) {
      const answer = await ask(...request)
      if (answer.status === status) return answer.said
      await wait(100)
    }
    throw new Error(`${request[0]} ${request[1]} was never answered with ${status}.`)
  }
  await until(200, 'GET', '/readyz')
  const person = { username: 'team', password: 'Plunger-7-lane' }
  await ask('POST', '/api/account/register/', {
    ...person,
    first_name: 'Maria',
    last_name: 'Okonkwo',
    email: 'team@example.org',
  })
  const { token } = (await ask('POST', '/api/auth/', person)).said as { token: string }
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return {
    until: (status: number, method: string, address: string, body?: object) =>
      until(status, method, address, body, token),
    stop,
  }
}

function change(folder: string, file: string, from: string, to: string) {
  const text = readFileSync(path.join(folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from} any more: docs/first-hour.md says otherwise.`)
  writeFileSync(path.join(folder, file), text.replace(from, to))
}

const expectToBe = (what: string, found: unknown, wanted: unknown) => {
  if (found !== wanted) throw new Error(`${what} is ${JSON.stringify(found)}, and not ${JSON.stringify(wanted)}.`)
}

/**
 * A board type that is made in an empty folder, published to a server that runs, given a setting more and a setting's new
 * name, as docs/first-hour.md tells it.
 * @param place, packages, deploy as for tryRemote; the deploy folder needs nothing in it
 */
export async function tryBoardType(place: string, packages: string, deploy: string): Promise<void> {
  const folder = path.join(place, 'mf-tap-lists')
  mkdirSync(folder)
  cpSync(packages, path.join(folder, 'packages'), { recursive: true })
  const run = (title: string, script: string[], isRefused = false) =>
    step(title, 'npm', ['run', '-s', ...script], folder, { DEPLOY_DIR: deploy }, isRefused)
  const publish = ['remotes', '--', 'publish']

  step('Install', 'npm', ['install', ...quietly, ...readdirSync(packages).map((file) => `./packages/${file}`)], folder)
  step('A board type', 'npx', ['multiball', 'create', '--board-type'], folder)
  run('Lint', ['lint'])
  run('Types', ['types'])
  run('Tests and contract', ['test'])

  const server = await startServer(place, deploy)
  try {
    run('Publish for nobody yet', [...publish, '--percent', '0'])
    const publishedMs = performance.now()
    const made = await server.until(201, 'POST', '/api/board/taplist/', {
      title: 'Bar',
      is_public: true,
      text: 'Six beers',
    })
    const address = `/api/board/taplist/${String(made.id)}/`
    const shown = async () =>
      (await server.until(200, 'GET', `${address}bootstrap/`)).settings as Record<string, unknown>
    expectToBe('The text of the board', (await shown()).text, 'Six beers')
    console.log(
      `   its first board is there after ${((performance.now() - publishedMs) / 1000).toFixed(1)} s, without a restart`,
    )

    console.log('\n── One more setting: schema, form field, display, test')
    change(folder, 'src/settings.ts', '  display_title:', "  footer: v.optional(lineAsSent(60), ''),\n  display_title:")
    change(
      folder,
      'src/form/Fields.tsx',
      '    <BackgroundField />',
      '    <TextField label="Footer" {...useFormField<string>(\'footer\')} />\n    <BackgroundField />',
    )
    change(folder, 'src/display/TapListsDisplay.tsx', 'const { text,', 'const { text, footer,')
    change(
      folder,
      'src/display/TapListsDisplay.tsx',
      '<p className={css.text}>{text}</p>',
      '<p className={css.text}>{text}</p>\n      <p className={css.title}>{footer}</p>',
    )
    change(
      folder,
      'src/routes.test.tsx',
      "    background_color: '#000',",
      "    background_color: '#000',\n    footer: '',",
    )
    run('Its tests', ['test'])
    run('Publish, since boards keep passing', publish)

    console.log('\n── A setting gets another name')
    for (const file of [
      'src/settings.ts',
      'src/form/Fields.tsx',
      'src/display/TapListsDisplay.tsx',
      'src/display/TapListsDisplay.tsx',
      'src/routes.test.tsx',
    ])
      change(folder, file, 'footer', 'small_print')
    run('Publish, which stored boards may not pass', publish, true)
    change(
      folder,
      'remote.json',
      '"gridCell": true',
      '"gridCell": true,\n    "version": 2,\n    "changes": { "2": [{ "change": "rename", "from": "footer", "to": "small_print" }] }',
    )
    await server.until(200, 'PATCH', address, { footer: 'Cheers' })
    run('Publish, with the change', publish)
    for (let tries = 0; (await shown()).small_print === undefined; tries++) {
      if (tries > 100) throw new Error('The stored board never got the new name of its setting.')
      await wait(100)
    }
    expectToBe('The renamed setting of the board', (await shown()).small_print, 'Cheers')
    run('Roll back', ['remotes', '--', 'rollback'])
    for (let tries = 0; (await shown()).footer === undefined; tries++) {
      if (tries > 100) throw new Error('The stored board never got the old name of its setting back.')
      await wait(100)
    }
  } finally {
    await server.stop()
  }
  console.log('\nmf-tap-lists is a board type whose team needed nothing but the two packages.')
}
