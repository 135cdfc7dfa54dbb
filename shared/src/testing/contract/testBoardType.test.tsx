import type { BoardDisplay } from '@multiball/shared/boards'
import { useFormField } from '@multiball/shared/forms'
import { customRoutes } from '@multiball/shared/pages'
import { Color } from '@multiball/shared/schema'
import { TextField } from '@multiball/shared/ui'
import * as v from 'valibot'
import { makeBoardType } from '../makers'
import { testRemote } from './testRemote'

/* The contract, over the least that a remote with a board type can be. */

const settings = v.object({ beer: v.pipe(v.string(), v.nonEmpty()), color: v.optional(Color, '#000') })

const display: BoardDisplay<'taplist'> = {
  type: 'taplist',
  Display: ({ bootstrap, scores }) => (
    <p>{`${v.parse(settings, bootstrap.settings).beer} ${Object.keys(scores?.feeds ?? {}).join()}`}</p>
  ),
  Thumbnail: ({ board }) => <text>{String(board.beer)}</text>,
}

const Fields = () => (
  <>
    <TextField label="Beer" {...useFormField<string>('beer')} />
    <TextField label="Colour" {...useFormField<string>('color')} />
  </>
)

const modules: Record<string, object> = {
  './src/settings.ts': { settings },
  './src/display.tsx': { display },
  './src/routes.tsx': {
    default: customRoutes({ type: 'taplist', settings, defaults: { beer: '', color: '#000' }, display, Fields }),
  },
}

const { settings: _published, ...boardType } = makeBoardType({
  example: { beer: 'Pils' },
  feeds: { now: { kind: 'posted', silent_after: 60 } },
  gridCell: true,
})

testRemote({
  name: 'mf-taps',
  manifest: {
    routes: [{ path: '/tap-lists/*', expose: './routes' }],
    navigation: { label: 'Tap lists', path: '/tap-lists', icon: 'beer', order: 60 },
    display: 'taplist',
    boardType: { ...boardType, settings: './src/settings.ts' },
    exposes: { './routes': './src/routes.tsx', './display': './src/display.tsx' },
    requires: { shared: '^3.0.0', react: '^19.0.0' },
  },
  load: (file) => modules[file],
  isFile: (file) => file in modules,
})
