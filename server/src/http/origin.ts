/** Which process a change was made by: this one, or another one that has told of it. */
export type Origin = 'here' | 'elsewhere'
