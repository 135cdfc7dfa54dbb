// Journeys through a real browser take minutes where two cores are busy: the limit is to end what hangs, not what is slow.
jest.setTimeout(180_000)
