import { gone, ready, sceneKey, sceneOf, show, type Layer, type TvScene } from './scenes'

const board = (id: number, key?: string, round = 0): TvScene => ({
  type: 'board',
  address: { type: 'scoreboard', id, key },
  round,
})
const code: TvScene = { type: 'code', code: undefined }
const phases = (layers: readonly Layer[]) =>
  layers.map(({ scene, phase }) => `${scene.type === 'board' ? scene.address.id : scene.type} ${phase}`)
/** ['show', scene] and so on, one after the other */
const after = (...steps: (['show', TvScene] | ['ready' | 'gone', TvScene])[]) =>
  phases(
    steps.reduce<readonly Layer[]>(
      (layers, [step, scene]) =>
        step === 'show'
          ? show(layers, scene)
          : step === 'ready'
            ? ready(layers, sceneKey(scene))
            : gone(layers, sceneKey(scene)),
      [],
    ),
  )

test.each<[string, Parameters<typeof after>, string[]]>([
  ['the first scene is shown at once', [['show', code]], ['code shown']],
  [
    'another one comes under it',
    [
      ['show', code],
      ['show', board(1)],
    ],
    ['code shown', '1 coming'],
  ],
  [
    'and takes its place when it is ready',
    [
      ['show', code],
      ['show', board(1)],
      ['ready', board(1)],
    ],
    ['code leaving', '1 shown'],
  ],
  [
    'the old one goes',
    [
      ['show', code],
      ['show', board(1)],
      ['ready', board(1)],
      ['gone', code],
    ],
    ['1 shown'],
  ],
  [
    'one that never became ready makes room',
    [
      ['show', board(1)],
      ['show', board(2)],
      ['show', board(3)],
    ],
    ['1 shown', '3 coming'],
  ],
  [
    'back to what is shown while another one comes',
    [
      ['show', board(1)],
      ['show', board(2)],
      ['show', board(1)],
    ],
    ['1 shown'],
  ],
  [
    'back to what is leaving',
    [
      ['show', board(1)],
      ['show', board(2)],
      ['ready', board(2)],
      ['show', board(1)],
    ],
    ['2 shown', '1 coming'],
  ],
  [
    'the same again is no other',
    [
      ['show', board(1)],
      ['show', board(1)],
    ],
    ['1 shown'],
  ],
  [
    'a renewed key is another',
    [
      ['show', board(1, 'a')],
      ['show', board(1, 'b')],
    ],
    ['1 shown', '1 coming'],
  ],
  [
    'to start over is another',
    [
      ['show', board(1)],
      ['show', board(1, undefined, 1)],
    ],
    ['1 shown', '1 coming'],
  ],
  [
    'what is shown is not made ready twice',
    [
      ['show', board(1)],
      ['ready', board(1)],
    ],
    ['1 shown'],
  ],
  [
    'what is shown does not go',
    [
      ['show', board(1)],
      ['gone', board(1)],
    ],
    ['1 shown'],
  ],
])('%s', (_, steps, expected) => expect(after(...steps)).toEqual(expected))

test('news of a scene reach it', () => {
  const named: TvScene = { type: 'empty', name: 'Bar' }
  expect(show(show([], { type: 'empty', name: 'Old' }), named)).toEqual([
    { key: 'empty', scene: named, phase: 'shown' },
  ])
})

test.each([
  [{ type: 'unknown' } as const, { type: 'waiting' }],
  [{ type: 'unpaired' } as const, { type: 'code', code: undefined }],
  [
    {
      type: 'paired',
      state: { type: 'paired', version: '', name: 'Bar', board: null, reloads: 0, identifies: 0 },
    } as const,
    { type: 'empty', name: 'Bar' },
  ],
  [
    {
      type: 'paired',
      state: {
        type: 'paired',
        version: '',
        name: 'Bar',
        board: { type: 'slideshow', id: 4, key: 'k' },
        reloads: 0,
        identifies: 0,
      },
    } as const,
    { type: 'board', address: { type: 'slideshow', id: 4, key: 'k' }, round: 2 },
  ],
])('%j stands on the TV as %j', (steering, scene) => {
  expect(sceneOf({ steering, isReachable: true, reloads: 0, identifies: 0, soundTrials: 0 }, 2)).toEqual(scene)
})
