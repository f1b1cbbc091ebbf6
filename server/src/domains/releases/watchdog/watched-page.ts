import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { barMarkup, failureMarkup, styles } from './markup.ts'

/** Without comments and indentation, which are whole lines in this file. */
const script = readFileSync(path.join(import.meta.dirname, 'browser/watchdog.js'), 'utf8')
  .replaceAll(/^\s*(\/\*\*|\*|\/\/).*\n/gm, '')
  .replaceAll(/^\s+/gm, '')

/** Source expression of the content security policy that lets exactly this script run. */
export const watchdogSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** What precedes the content of the head; each part may be left out in HTML. */
const headStart = /^\s*(?:<!doctype[^>]*>)?\s*(?:<html[^>]*>)?\s*(?:<head[^>]*>)?/i

interface WatchedPage {
  /** Version of the shell whose HTML this is. */
  version: string
  /** The newest version for this browser, when it is another because that one did not start, or has no page. */
  insteadOf?: string | undefined
  /** The server could not read the page of that one. */
  isUnreadable?: boolean
  /** An operator looks at this version, which others do not get. */
  isPreview?: boolean
  /** The telemetry is off. */
  isSilent?: boolean
}

/**
 * Adds the watchdog to the HTML of a shell, before everything else in its head, with what it shows: a bar and a page (ADR 56).
 * @returns HTML with `{{nonce}}` for the style element
 */
export const withWatchdog = (
  html: string,
  { version, insteadOf, isUnreadable = false, isPreview = false, isSilent = false }: WatchedPage,
): string => {
  const instead = insteadOf === undefined ? '' : ` data-instead-of="${insteadOf}"`
  const added = [
    isPreview ? '<meta name="lamella-preview" content="shell">' : '',
    `<style nonce="{{nonce}}">${styles}</style>`,
    insteadOf === undefined
      ? ''
      : `<template id="lamella-earlier-start">${barMarkup(version, isUnreadable)}</template>`,
    `<template id="lamella-no-start">${failureMarkup}</template>`,
    `<script data-version="${version}"${instead}${isSilent ? ' data-silent' : ''}>${script}</script>`,
  ]
  return html.replace(headStart, (start) => start + added.join(''))
}

/** The page for a browser in which no version of the shell starts; with `{{nonce}}` for the style element. */
export const noStartPage = ({ isSilent }: Required<Pick<WatchedPage, 'isSilent'>>): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>Lamella</title><style nonce="{{nonce}}">${styles}</style>`,
    `<script${isSilent ? ' data-silent' : ''}>${script}</script></head>`,
    `<body>${failureMarkup}<noscript><p class="lamella-noscript">Lamella needs JavaScript.</p></noscript></body></html>`,
  ].join('')
