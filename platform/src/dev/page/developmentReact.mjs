/*
 * What a page gets from a dev server in place of its own React (src/webpack/page/developmentReact.ts): the development
 * build, by import name, and the one react-refresh that replaces components in it.
 */
import './injectRefresh.mjs'
import * as react from 'react'
import * as jsxDevRuntime from 'react/jsx-dev-runtime'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'
import * as refresh from 'react-refresh/runtime'

globalThis.multiballDevelopmentReact = {
  modules: {
    react,
    'react/jsx-runtime': jsxRuntime,
    'react/jsx-dev-runtime': jsxDevRuntime,
    'react-dom': reactDom,
    'react-dom/client': reactDomClient,
  },
  refresh,
}
