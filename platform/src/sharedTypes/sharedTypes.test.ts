import { root } from '../paths'
import { compareTypes, type Level } from './compareTypes'
import type { Declarations } from './declarations'
import { verdict } from './verdict'

const version = (...files: string[]): Declarations => ({
  version: '1.0.0',
  rooms: { room: 'room/index.d.ts', other: 'other/index.d.ts' },
  files: { 'room/index.d.ts': files.join('\n'), 'other/index.d.ts': 'export type Named = { name: string };\n' },
})

const compare = (before: string, after: string) => compareTypes(version(before), version(after), `${root}/shared/compared`)

test.each<[string, string, string, Level]>([
  ['nothing', 'export declare const a: string;', 'export declare const a: string;', 'patch'],
  ['a new export', 'export declare const a: string;', 'export declare const a: string; export declare const b: number;', 'minor'],
  ['an export that is gone', 'export declare const a: string; export declare const b: number;', 'export declare const a: string;', 'major'],
  ['a value that is something else', 'export declare const a: string;', 'export declare const a: number;', 'major'],
  ['one more optional parameter', 'export declare function f(a: string): void;', 'export declare function f(a: string, b?: number): void;', 'minor'],
  ['one more required parameter', 'export declare function f(a: string): void;', 'export declare function f(a: string, b: number): void;', 'major'],
  ['a parameter that takes more', 'export declare function f(a: string): void;', 'export declare function f(a: string | number): void;', 'minor'],
  ['a result that may be missing', 'export declare function f(): string;', 'export declare function f(): string | undefined;', 'major'],
  ['an optional property', 'export interface Props { a: string }', 'export interface Props { a: string; b?: number }', 'minor'],
  ['a required property', 'export interface Props { a: string }', 'export interface Props { a: string; b: number }', 'major'],
  ['a property that is gone', 'export interface Props { a: string; b: number }', 'export interface Props { a: string }', 'major'],
  ['one more of several', `export type Kind = 'a' | 'b';`, `export type Kind = 'a' | 'b' | 'c';`, 'major'],
  ['a required prop of a component', `export declare const C: (props: { a: string }) => import('react').ReactNode;`, `export declare const C: (props: { a: string; b: string }) => import('react').ReactNode;`, 'major'],
  ['an optional property that is gone', 'export interface Props { a: string; b?: number }', 'export interface Props { a: string }', 'major'],
  ['an optional prop of a component', `export declare function C(props: { a: string }): import('react').ReactNode;`, `export declare function C(props: { a: string; b?: string }): import('react').ReactNode;`, 'minor'],
  ['an optional prop that is gone', `export declare function C(props: { a: string; b?: string }): import('react').ReactNode;`, `export declare function C(props: { a: string }): import('react').ReactNode;`, 'major'],
  ['the first required prop', `export declare function C(): import('react').ReactNode;`, `export declare function C(props: { a: string }): import('react').ReactNode;`, 'major'],
  ['a component that is memoised', `export declare function C(props: { a: string }): import('react').ReactElement;`, `export declare const C: import('react').MemoExoticComponent<(props: { a: string }) => import('react').ReactElement>;`, 'minor'],
  ['a type that became nothing but a value', 'export declare class A { a: string }', 'export declare const A: { new (): { a: string } };', 'major'],
  ['a type of another room', `import type { Named } from '@multiball/shared/other'; export declare const a: Named;`, `import type { Named } from '@multiball/shared/other'; export declare const a: Named & { more: string };`, 'minor'],
  ['a generic function', 'export declare function f<Type>(a: Type): Type;', 'export declare function f<Type>(a: Type): Type[];', 'major'],
  ['a generic type', 'export interface Box<Type> { in: Type }', 'export interface Box<Type> { in: Type[] }', 'major'],
])('%s', (_what, before, after, level) => {
  expect(compare(before, after).level).toBe(level)
})

test('what breaks and what is new is named by room', () => {
  expect(compare('export declare const a: string; export declare const b: string;', 'export declare const b: number; export declare const c: string;')).toEqual({
    level: 'major',
    breaking: ['room: a is gone', 'room: b was string, is number'],
    added: ['room: c'],
  })
})

test.each([
  ['1.0.0', '1.0.0', 'patch', true],
  ['1.0.0', '1.0.0', 'minor', false],
  ['1.0.0', '1.0.1', 'minor', false],
  ['1.0.0', '1.1.0', 'minor', true],
  ['1.0.0', '1.1.0', 'major', false],
  ['1.3.2', '2.0.0', 'major', true],
] as const)('from %s to %s with a %s change: %s', (before, after, level, expected) => {
  const { isHonest, lines } = verdict(before, after, { level, breaking: [], added: [] })
  expect(isHonest).toBe(expected)
  if (!expected) expect(lines.join(' ')).toMatch(/So shared has to be (?:1\.1\.0|2\.0\.0) or more/)
})
