import { readLog } from './sessionLog'

const head = 'time,p1,p2,p3,p4,p5,p6,player,ball,game_modes'

test('the log of a client becomes a timeline', async () => {
  const csv = `${head}\n1795190279,0,,,,,,1,1,\n1795190280,5000,77000,,,,,2,1,"MB{red}:Dragon Multiball;NA:King Tut x2 bonus"\n`
  expect(await readLog(csv)).toEqual([
    { time: 1795190279, scores: ['0'], player: 1, ball: 1, modes: [] },
    {
      time: 1795190280,
      scores: ['5000', '77000'],
      player: 2,
      ball: 1,
      modes: ['MB{red}:Dragon Multiball', 'NA:King Tut x2 bonus'],
    },
  ])
})

test.each([
  ['a quoted comma and quote', `${head}\n1,5,,,,,,1,1,"MB:a, ""b"""`, { modes: ['MB:a, "b"'] }],
  ['Windows line ends', `${head}\r\n1,5,,,,,,1,1,NA:x\r\n`, { modes: ['NA:x'], scores: ['5'] }],
  ['a byte order mark', `\uFEFF${head}\n1,5`, { time: 1 }],
  ['digits beyond 2^53', `${head}\n1,9007199254740993`, { scores: ['9007199254740993'] }],
  ['-1 is no player', `${head}\n1,5,-1,7,-1`, { scores: ['5', null, '7'] }],
  [
    'other columns, another order',
    'player,p1,time,extra\n2,5,9,x',
    { time: 9, scores: ['5'], player: 2, ball: null, modes: [] },
  ],
  ['a fraction of a second', `${head}\n1795190279.25,5`, { time: 1795190279.25, scores: ['5'] }],
  [
    'MAC-04 the ten columns without their names',
    '1795414046,1500,123456789,0,,,,2,1,"NA{green}:Rampage"\r\n',
    { time: 1795414046, scores: ['1500', '123456789', '0'], player: 2, ball: 1, modes: ['NA{green}:Rampage'] },
  ],
  [
    'MAC-04 scores as a program prints large ones',
    `${head}\n1,1.5E+15,12345.0`,
    { scores: ['1500000000000000', '12345'] },
  ],
  ['NUL in a mode', `${head}\n1,5,,,,,,1,1,MB:a\u0000b`, { modes: ['MB:a b'] }],
])('%s', async (_title, csv, point) => {
  expect(await readLog(csv)).toMatchObject([point])
})

test.each([
  ['quotes without an end', `${head}\n1,5\n${'"'.repeat(1_500_001)}x`],
  ['a quote behind a long word', `${head}\n1,5\n${'a'.repeat(1_500_000)}"`],
  ['quoted words side by side', `${head}\n1,5\n${'"a"b'.repeat(400_000)}`],
])('%s are done before the test runner gives up', async (_title, csv) => {
  expect(await readLog(csv)).toMatchObject([{ time: 1 }])
})

test('lines without a time are left out', async () => {
  expect(await readLog(`${head}\nx,1\n\n-4,2\n7,3\n`)).toMatchObject([{ time: 7 }])
})

test.each(['', 'hello', '{"a":1}', 'a,b\n1,2', '1,2,3', 'a,1,,,,,,1,1,'])('no log: %j', async (csv) => {
  expect(await readLog(csv)).toBeUndefined()
})

test('a very long log keeps its turns, its beginning and its end', async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => `${at},${at * 10},,,,,,1,${at < 29_990 ? 1 : 2},`)
  const points = (await readLog([head, ...lines].join('\n')))!
  expect(points).toHaveLength(1_000)
  expect([points[0]!.time, points.at(-1)!.time]).toEqual([0, 29_999])
  expect(points.find(({ ball }) => ball === 2)).toMatchObject({ time: 29_990, scores: ['299900'] })
  const gaps = points.slice(1).map(({ time }, at) => time - points[at]!.time)
  expect(Math.max(...gaps)).toBeLessThan(3 * 30)
})

test('RUN-05 of a log is kept what a timeline needs: modes as an entry may have them, and room for so many', async () => {
  const modes = Array.from({ length: 40 }, (_, at) => `MB:${at} ${'x'.repeat(300)}`)
  const points = (await readLog(
    [head, ...Array.from({ length: 60 }, (_, at) => `${at},5,,,,,,1,1,${modes.join(';')}`)].join('\n'),
  ))!
  expect(points[0]!.modes).toEqual(modes.slice(0, 32).map((mode) => mode.slice(0, 200)))
  expect(points.map(({ modes: kept }) => kept.length)).toEqual(points.map((_, at) => (at < 7 ? 32 : 0)))
})

/** How often others had their turn while something went on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  void work.finally(() => (isOver = true))
  while (!isOver) {
    turns += 1
    await new Promise(setImmediate)
  }
  return turns
}

test.each([
  ['lines of one digit', `time,p1\n${'1\n'.repeat(1_000_000)}`, 45],
  ['empty lines', `time,p1\n${'\n'.repeat(2_000_000)}`, 22],
  ['lines of commas', `${head}\n${`${','.repeat(1_000)}\n`.repeat(2_000)}`, 600],
  ['one line', `${head}\n${','.repeat(2_000_000)}`, 0],
])('RUN-05 a log of %s is read in bites, no further than a game can be long', async (_title, csv, bites) => {
  const turns = await turnsDuring(readLog(csv))
  expect(turns).toBeGreaterThan(bites)
  expect(turns).toBeLessThan(1.2 * bites + 10)
})

test.each([
  ['lines that end in several ways', `${head}\n1,5\r\n2,6\r3,7`, [1, 2, 3]],
  ['a comma at the end of all', `${head}\n1,5\n2,6,`, [1, 2]],
  ['a quote within a field', `${head}\n1,5,,,,,,1,1,a "b" c\n2,6`, [1, 2]],
  ['a line break in quotes', `${head}\n1,5,,,,,,1,1,"a\nb"\n2,6`, [1, 2]],
  ['quotes around everything', `"time","p1"\n"1","5"\n"2","6"`, [1, 2]],
])('%s', async (_title, csv, times) => {
  expect((await readLog(csv))!.map(({ time }) => time)).toEqual(times)
})
