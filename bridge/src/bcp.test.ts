import { BcpReader, formatLine, maxLineLength, parseLine } from './bcp'

test.each<[string, ReturnType<typeof parseLine>]>([
  ['reset', { name: 'reset', parameters: {} }],
  [
    'hello?version=1.1&controller_name=Mission%20Pinball%20Framework',
    { name: 'hello', parameters: { version: '1.1', controller_name: 'Mission Pinball Framework' } },
  ],
  ['ball_start?player_num=int:1&ball=int:3', { name: 'ball_start', parameters: { player_num: 1, ball: 3 } }],
  [
    'x?a=float:1.5&b=bool:True&c=bool:False&d=NoneType:&e=str:1',
    { name: 'x', parameters: { a: 1.5, b: true, c: false, d: null, e: 'str:1' } },
  ],
  [
    'x?a=int:9007199254740991&b=int:9007199254740993&c=int:-9007199254740993',
    { name: 'x', parameters: { a: 9_007_199_254_740_991, b: '9007199254740993', c: '-9007199254740993' } },
  ],
  ['x?a=12:30', { name: 'x', parameters: { a: '12:30' } }],
  ['x?a=%E2%98%83&b=100%', { name: 'x', parameters: { a: '☃', b: '100%' } }],
  [
    'mode_list?json={"running_modes": [["base", 100], ["game", 20]]}',
    {
      name: 'mode_list',
      parameters: {
        running_modes: [
          ['base', 100],
          ['game', 20],
        ],
      },
    },
  ],
  ['mode_list?json={"running', undefined],
  ['', undefined],
  ['?x=1', undefined],
])('%s', (line, command) => {
  expect(parseLine(line)).toEqual(command)
})

test('a line of our own', () => {
  expect(formatLine('reset_complete')).toBe('reset_complete\n')
  expect(formatLine('hello', { version: '1.1', controller_name: 'A & B' })).toBe(
    'hello?version=1.1&controller_name=A%20%26%20B\n',
  )
})

const names = (reader: BcpReader, pieces: readonly (string | Buffer)[]) =>
  pieces.flatMap((piece) => reader.read(Buffer.from(piece))).map(({ name }) => name)

test.each<[string, (string | Buffer)[], string[]]>([
  [
    'lines as they are cut by the network',
    ['res', 'et\nball_e', 'nd\n', 'goodbye\r\n'],
    ['reset', 'ball_end', 'goodbye'],
  ],
  [
    'a character that is cut in two',
    [Buffer.from('mode_start?name=é\n').subarray(0, 17), Buffer.from('mode_start?name=é\n').subarray(17)],
    ['mode_start'],
  ],
  ['bytes after a line, which are none', ['image?bytes=int:6\nreset\nball_end\n'], ['image', 'ball_end']],
  ['nonsense between lines', ['reset\n%%%\n\nreset\n'], ['reset', 'reset']],
])('reads %s', (_what, pieces, expected) => {
  expect(names(new BcpReader(), pieces)).toEqual(expected)
})

test('a line without an end is refused, not kept for ever', () => {
  expect(() => new BcpReader().read(Buffer.alloc(maxLineLength + 1, 'a'))).toThrow('no end')
})
