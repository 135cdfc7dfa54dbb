import { fuzzTests } from './fuzzTests'

fuzzTests({ runs: 4, entries: 60 })
