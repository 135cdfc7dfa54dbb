/*
 * In the place of the federation runtime's descriptions of its own errors: an error says its code and leads to the page that
 * describes it, and no page has to carry the sentences for all of them.
 */

export const runtimeDescMap = {}
export const typeDescMap = {}
export const buildDescMap = {}
export const errorDescMap = {}
