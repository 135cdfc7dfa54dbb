import { root } from '../disk/paths'
import { compareTypes, type Level } from './compareTypes'
import type { Declarations } from './declarations'
import { describeChange, honest } from './writeVersion'

const version = (...files: string[]): Declarations => ({
  version: '1.0.0',
  rooms: { room: 'room/index.d.ts', other: 'other/index.d.ts' },
  files: { 'room/index.d.ts': files.join('\n'), 'other/index.d.ts': 'export type Named = { name: string };\n' },
})

const compare = (before: string, after: string) =>
  compareTypes(version(before), version(after), `${root}/shared/compared`)

test.each<[string, string, string, Level]>([
  ['nothing', 'export declare const a: string;', 'export declare const a: string;', 'patch'],
  [
    'nothing of a list, beside a new name',
    'export type A = readonly [string, ...number[]];',
    'export type A = readonly [string, ...number[]]; export declare const b: string;',
    'minor',
  ],
  [
    'a new export',
    'export declare const a: string;',
    'export declare const a: string; export declare const b: number;',
    'minor',
  ],
  [
    'an export that is gone',
    'export declare const a: string; export declare const b: number;',
    'export declare const a: string;',
    'major',
  ],
  ['a value that is something else', 'export declare const a: string;', 'export declare const a: number;', 'major'],
  [
    'one more optional parameter',
    'export declare function f(a: string): void;',
    'export declare function f(a: string, b?: number): void;',
    'minor',
  ],
  [
    'one more required parameter',
    'export declare function f(a: string): void;',
    'export declare function f(a: string, b: number): void;',
    'major',
  ],
  [
    'a parameter that takes more',
    'export declare function f(a: string): void;',
    'export declare function f(a: string | number): void;',
    'minor',
  ],
  [
    'a result that may be missing',
    'export declare function f(): string;',
    'export declare function f(): string | undefined;',
    'major',
  ],
  [
    'an optional property',
    'export interface Props { a: string }',
    'export interface Props { a: string; b?: number }',
    'minor',
  ],
  [
    'a required property',
    'export interface Props { a: string }',
    'export interface Props { a: string; b: number }',
    'major',
  ],
  [
    'a property that is gone',
    'export interface Props { a: string; b: number }',
    'export interface Props { a: string }',
    'major',
  ],
  ['one more of several', `export type Kind = 'a' | 'b';`, `export type Kind = 'a' | 'b' | 'c';`, 'major'],
  [
    'a required prop of a component',
    `export declare const C: (props: { a: string }) => import('react').ReactNode;`,
    `export declare const C: (props: { a: string; b: string }) => import('react').ReactNode;`,
    'major',
  ],
  [
    'an optional property that is gone',
    'export interface Props { a: string; b?: number }',
    'export interface Props { a: string }',
    'major',
  ],
  [
    'an optional prop of a component',
    `export declare function C(props: { a: string }): import('react').ReactNode;`,
    `export declare function C(props: { a: string; b?: string }): import('react').ReactNode;`,
    'minor',
  ],
  [
    'an optional prop that is gone',
    `export declare function C(props: { a: string; b?: string }): import('react').ReactNode;`,
    `export declare function C(props: { a: string }): import('react').ReactNode;`,
    'major',
  ],
  [
    'the first required prop',
    `export declare function C(): import('react').ReactNode;`,
    `export declare function C(props: { a: string }): import('react').ReactNode;`,
    'major',
  ],
  [
    'a component that is memoised',
    `export declare function C(props: { a: string }): import('react').ReactElement;`,
    `export declare const C: import('react').MemoExoticComponent<(props: { a: string }) => import('react').ReactElement>;`,
    'minor',
  ],
  [
    'a type that became nothing but a value',
    'export declare class A { a: string }',
    'export declare const A: { new (): { a: string } };',
    'major',
  ],
  [
    'a type of another room',
    `import type { Named } from '@multiball/shared/other'; export declare const a: Named;`,
    `import type { Named } from '@multiball/shared/other'; export declare const a: Named & { more: string };`,
    'minor',
  ],
  [
    'a generic function',
    'export declare function f<Type>(a: Type): Type;',
    'export declare function f<Type>(a: Type): Type[];',
    'major',
  ],
  [
    'a generic function that returns more',
    'export declare function f<Type>(a: Type): () => string;',
    'export declare function f<Type>(a: Type): (() => string) & { more: string };',
    'minor',
  ],
  [
    'a generic function that returns less',
    'export declare function f<Type>(a: Type): { b: string; c: string };',
    'export declare function f<Type>(a: Type): { b: string };',
    'major',
  ],
  [
    'a generic function that names another part of what it takes',
    'export declare function f<Type>({ b }: { b?: Type; c?: Type }): Type;',
    'export declare function f<Type>({ b, c }: { b?: Type; c?: Type }): Type;',
    'minor',
  ],
  [
    'a generic function that takes and returns more',
    'export declare function f<Type>(a: Type): () => string;',
    'export declare function f<Type>(a: Type, b: Type): (() => string) & { more: string };',
    'major',
  ],
  ['a generic type', 'export interface Box<Type> { in: Type }', 'export interface Box<Type> { in: Type[] }', 'major'],
  [
    'an optional property of a generic type',
    'export interface Box<Type> { in: Type }',
    'export interface Box<Type> { in: Type; lid?: Type }',
    'minor',
  ],
  [
    'a required property of a generic type',
    'export interface Box<Type> { in: Type }',
    'export interface Box<Type> { in: Type; lid: Type }',
    'major',
  ],
  [
    'a property of a generic type that became optional',
    'export interface Box<Type> { in: Type }',
    'export interface Box<Type> { in?: Type }',
    'major',
  ],
  [
    'what a generic type may be of',
    'export interface Box<Type> { in: Type }',
    'export interface Box<Type extends string> { in: Type; lid?: Type }',
    'major',
  ],
])('%s', (_what, before, after, level) => {
  expect(compare(before, after).level).toBe(level)
})

test('SHP-01 what breaks is named by room with the compiler’s reason, and what is new', () => {
  expect(
    compare(
      'export declare const a: string; export declare const b: { c: { d: string } }; export interface E { f: string }',
      'export declare const b: { c: { d: number } }; export declare const g: string; export interface E { f: string; h: string }',
    ),
  ).toEqual({
    level: 'major',
    breaking: [
      'room: a is gone',
      `room: b no longer fits where it stood. Type 'number' is not assignable to type 'string'`,
      `room: E asks for more than it did. Property 'h' is missing in type 'import("${root}/shared/compared/before/room/index").E' but required in type 'import("${root}/shared/compared/after/room/index").E'`,
    ],
    rebuilding: [],
    added: ['room: g'],
  })
})

test('SHP-01 what every build brings along breaks nothing that runs', () => {
  const before = version('export declare const a: string;')
  expect(
    compareTypes(before, version('export declare const b: string;'), `${root}/shared/compared`, new Set(['room'])),
  ).toEqual({ level: 'minor', breaking: [], rebuilding: ['room: a is gone'], added: ['room: b'] })
})

test('SHP-01 what nobody outside can reach is no change', () => {
  const files = (inner: string, hidden: string): Declarations => ({
    version: '1.0.0',
    rooms: { room: 'room/index.d.ts' },
    files: {
      'room/index.d.ts': `export { a } from './inner';`,
      'room/inner.d.ts': `import type { Named } from './named'; export declare const a: Named; ${inner}`,
      'room/named.d.ts': `export interface Named { b?: string; ${hidden} }`,
    },
  })
  const level = (after: Declarations) => compareTypes(files('', ''), after, `${root}/shared/compared`).level
  expect(level(files('export declare const ownAffair: string;', ''))).toBe('patch')
  expect(level(files('', 'c?: string;'))).toBe('minor')
})

test.each([
  ['1.0.0', '1.0.0', 'patch', '1.0.0'],
  ['1.0.0', '1.0.0', 'minor', '1.1.0'],
  ['1.0.0', '1.0.1', 'minor', '1.1.0'],
  ['1.0.0', '1.2.0', 'minor', '1.2.0'],
  ['1.0.0', '1.1.0', 'major', '2.0.0'],
  ['1.9.0', '1.10.0', 'minor', '1.10.0'],
  ['1.3.2', '2.0.0', 'major', '2.0.0'],
] as const)('SHP-01 from %s with %s and a %s change the version is %s', (released, now, level, expected) => {
  expect(honest(released, now, level)).toBe(expected)
})

test('a long list is cut, and says by how much', () => {
  const added = Array.from({ length: 25 }, (_, at) => `room: e${at}`)
  expect(describeChange({ level: 'minor', breaking: [], rebuilding: [], added }).at(-1)).toBe('  and 5 more')
})
