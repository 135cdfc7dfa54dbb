import { common, components } from './common.mjs'

/** The tests of a remote that is alone in its repository. */
export default {
  ...common,
  ...components,
  testMatch: ['<rootDir>/src/**/*.test.ts?(x)'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
}
