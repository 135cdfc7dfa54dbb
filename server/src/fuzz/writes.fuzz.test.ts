import { fuzzTests } from './fuzzTests'

fuzzTests('what changes something', ({ method }) => method !== 'GET')
