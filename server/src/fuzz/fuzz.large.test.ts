import { fuzzTests } from './fuzzTests'

fuzzTests({ runs: 30, entries: 500, patienceMs: 600_000 })
