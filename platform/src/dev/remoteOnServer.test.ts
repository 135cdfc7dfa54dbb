import { RemoteManifest, RemoteVersion } from '@multiball/shared/schema'
import * as v from 'valibot'
import { addresses } from './askDeployment'
import { remoteOnServer } from './remoteOnServer'

const manifest = v.parse(RemoteManifest, {
  routes: [{ path: '/tap-lists/*', expose: './routes' }],
  display: 'taplist',
  boardType: {
    name: 'taplist',
    path: 'tap-lists',
    singular: 'tap list',
    plural: 'tap lists',
    purpose: 'What is on tap.',
    settings: './src/settings.ts',
    example: {},
  },
  exposes: { './routes': './src/routes.tsx', './display': './src/display.tsx' },
  requires: { shared: '^3.0.0', react: '^19.0.0' },
})

test('SHP-06 a board type that is being made keeps its words in the pages that take it from a dev server', () => {
  const version = v.parse(RemoteVersion, remoteOnServer(manifest, 'http://localhost:3001'))
  expect(version).toMatchObject({
    display: 'taplist',
    boardType: { name: 'taplist', path: 'tap-lists', plural: 'tap lists' },
  })
})

test('SHP-06 its boards are where its path says', () => {
  expect(addresses('https://boards.example.com', [{ served: 'mf-taps:3001', manifest }])[1]).toMatch(
    /^A tap list .*\/viewer\/tap-lists\/1\?mf-dev=mf-taps:3001$/,
  )
})
