import { breakSections, breakTile, inDashboard, makeWall } from './brokenRemotes'
import { copyDeploy } from './deployCopy'
import { drawn, faults, startFaultyHost, type Fault, type FaultyHost } from './faults'
import { useProduct } from './useProduct'

/* Every way in which a remote can be broken, and the check that finds one before it is given to all. */

const rig = useProduct('broken-remotes', {
  environment: async () => {
    host = await startFaultyHost(() => rig.product.url)
    return { REMOTE_ORIGINS: host.origin }
  },
})
let host: FaultyHost

afterAll(() => host?.stop())

/** Ends what the browser says aloud of a script that it could not read. */
const withoutSyntaxError = (complaints: string[]) =>
  complaints.filter((complaint) => !/SyntaxError|Unexpected token/.test(complaint))

describe('ACC-06 a broken remote leaves the rest of the dashboard usable, and is named', () => {
  /** Each fault meets another remote. */
  async function meets(fault: Fault, turn: number) {
    const { uncaught } = await breakSections(rig, [fault], turn)
    expect(fault.isLoud ? withoutSyntaxError(uncaught) : uncaught).toEqual([])
  }
  test.each(inDashboard.map((fault, turn) => ({ ...fault, turn })))('$kind: $code', ({ turn, ...fault }) =>
    meets(fault, turn),
  )

  test('a host that sends a few bytes a second, or half of a file', async () => {
    for (const [at, fault] of host.faults.entries()) await meets(fault, inDashboard.length + at)
  })
})

describe('ACC-06 a broken display costs a wall its own tile', () => {
  const kinds = [
    'connection refused',
    'a server that never answers',
    'a range that the page does not meet',
    'a late chunk that is missing',
    'a throw when its module starts',
    'a throw while it is drawn',
  ]
  let wall: number
  beforeAll(async () => {
    wall = await makeWall(rig.owner)
  })
  test.each(kinds)('%s', (kind) =>
    breakTile(
      rig,
      wall,
      [...faults, ...drawn].find((fault) => fault.kind === kind)!,
    ),
  )
})

test('SHP-02 a version that throws in browsers only is found before it is given to all, as a canary and before anybody has it', () => {
  const copy = copyDeploy()
  try {
    for (const [version, day] of [
      ['9.1.0', '2100-01-01T00:00:00Z'],
      ['9.2.0', '2100-01-02T00:00:00Z'],
    ] as const) {
      copy.addTwin('mf-displays', version)
      copy.rewrite('mf-displays', version, `if (CSS.supports('display: grid')) throw new Error('only here');`, day)
    }
    copy.remotes('promote', 'mf-displays', '9.1.0', '--percent', '5')
    let printed = ''
    try {
      copy.remotes('check', 'mf-displays')
    } catch (error) {
      printed = (error as { stdout: string }).stdout
    }
    const verdicts = printed
      .split('\n')
      .filter((line) => /^[✓✗]/.test(line))
      .map((line) => line.replace(/ {2}.*KB/, ''))
    expect(verdicts).toEqual([
      `✓ mf-displays ${copy.activeVersion('mf-displays')} (active), opened /displays`,
      '✗ mf-displays 9.1.0 (canary for 5 %), opened /displays',
      '✗ mf-displays 9.2.0 (given to nobody yet), opened /displays',
    ])
    expect(printed.match(/uncaught only here|REMOTE_\w+/g)).toContain('uncaught only here')
  } finally {
    copy.remove()
  }
})
