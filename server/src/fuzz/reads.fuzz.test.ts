import { fuzzTests } from './fuzzTests'

fuzzTests('what only reads', ({ method }) => method === 'GET')
