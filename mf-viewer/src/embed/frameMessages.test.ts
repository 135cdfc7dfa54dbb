import { frameMessages, type FrameWindow } from './frameMessages'

interface Around {
  ancestorOrigins?: string[]
  referrer?: string
  isTop?: boolean
}

/** A frame's window; what comes from the page around is said with `hear`. */
function frame({ ancestorOrigins, referrer = '', isTop = false }: Around = {}) {
  const sent: { message: unknown; to: unknown }[] = []
  const timers: (() => void)[] = []
  let listener: (event: MessageEvent) => void = () => {}
  const parent = { postMessage: (message: unknown, to: unknown) => void sent.push({ message, to }) }
  const page: FrameWindow = {
    parent: parent as unknown as FrameWindow['parent'],
    document: { referrer },
    location: { ancestorOrigins },
    addEventListener: (_type, heard) => (listener = heard),
    setTimeout: (run) => timers.push(run),
  }
  if (isTop) page.parent = page as unknown as FrameWindow['parent']
  const messages = frameMessages(page)
  const wishes: object[] = []
  messages.onConfigure((wish) => wishes.push(wish))
  const hear = (data: unknown, { source = page.parent as unknown, origin = 'https://partner.example' } = {}) =>
    listener({ data, source, origin } as MessageEvent)
  return { messages, sent, wishes, hear, timers, pass: () => timers.splice(0).forEach((run) => run()) }
}

const ready = { type: 'scoreboard', board: 12, title: 'Wall' } as const
const configure = (detail: unknown) => ({ multiball: 1, command: 'configure', detail })

test.each<[string, Around, string]>([
  [
    'says its origins',
    { ancestorOrigins: ['https://partner.example', 'https://portal.example'] },
    'https://partner.example',
  ],
  ['gives a referrer only', { referrer: 'https://partner.example/page?x=1' }, 'https://partner.example'],
  ['says nothing', {}, '*'],
  ['is around a page without an origin', { ancestorOrigins: ['null'] }, '*'],
  ['gives a referrer that is none', { referrer: 'about:blank' }, '*'],
])('a browser that %s: events go to %s', (_what, around, to) => {
  const { messages, sent } = frame(around)
  messages.send('ready', ready)
  expect(sent).toEqual([{ message: { multiball: 1, event: 'ready', detail: ready }, to }])
})

test('a page that nobody frames tells nobody and hears nobody', () => {
  const { messages, sent, hear, timers } = frame({ isTop: true })
  messages.send('ready', ready)
  hear(configure({ theme: 'dark' }))
  expect([sent, timers]).toEqual([[], []])
})

test('the page around configures the frame', () => {
  const { hear, pass, wishes } = frame({ ancestorOrigins: ['https://partner.example'] })
  hear(configure({ theme: 'light', accent: '#f80', lang: 'en-GB', title: 'x' }))
  pass()
  expect(wishes).toEqual([{ theme: 'light', accent: '#f80', lang: 'en-GB' }])
})

test('EMB-03 an accent and a language that the page around takes back are those of the board again', () => {
  const { hear, pass, wishes } = frame({ ancestorOrigins: ['https://partner.example'] })
  hear(configure({ theme: 'board', accent: '', lang: '' }))
  pass()
  expect(wishes).toEqual([{ theme: 'board', accent: undefined, lang: undefined }])
  expect(wishes[0]).toHaveProperty('accent')
})

const dropped: [string, unknown, object?][] = [
  ['of another window', configure({ theme: 'dark' }), { source: {} }],
  ['of no window', configure({ theme: 'dark' }), { source: null }],
  ['of another origin', configure({ theme: 'dark' }), { origin: 'https://evil.example' }],
  ['of another version', { multiball: 2, command: 'configure', detail: { theme: 'dark' } }],
  ['with another command', { multiball: 1, command: 'eval', detail: { theme: 'dark' } }],
  ['that is an event', { multiball: 1, event: 'ready', detail: ready }],
  ['without a detail', { multiball: 1, command: 'configure' }],
  ['with nothing to read', configure({ theme: 'neon', accent: 'javascript:1', lang: 7 })],
  ['with inherited fields', configure(Object.create({ theme: 'dark' }))],
  ['that is a text', '{"multiball":1,"command":"configure","detail":{"theme":"dark"}}'],
  ['that is nothing', null],
  ['that is a number', 1],
  ['with a list', configure([])],
]

test.each(dropped.map(([what, data, from = {}]) => ({ what, data, from })))(
  'a message $what is dropped',
  ({ data, from }) => {
    const { hear, timers, wishes, pass } = frame({ ancestorOrigins: ['https://partner.example'] })
    hear(data, from)
    expect(timers).toEqual([])
    pass()
    expect(wishes).toEqual([])
  },
)

test('a flood is one wish: the last of each', () => {
  const { hear, pass, timers, wishes } = frame({ ancestorOrigins: ['https://partner.example'] })
  hear(configure({ accent: '#111' }))
  for (let count = 0; count < 100_000; count += 1) hear(configure({ theme: count % 2 ? 'dark' : 'light' }))
  expect(timers).toHaveLength(1)
  pass()
  expect(wishes).toEqual([{ accent: '#111', theme: 'dark' }])
  hear(configure({ theme: 'board' }))
  pass()
  expect(wishes).toHaveLength(2)
})
