// The longest journey takes half a minute where two cores are busy: the limit is to end what hangs, not what is slow. Large ones build, too.
jest.setTimeout(expect.getState().testPath.endsWith('.large.test.ts') ? 180_000 : 90_000)
