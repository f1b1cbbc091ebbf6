#!/usr/bin/env node
/**
 * Writes docs/third-party-notices.txt: name, version, licence and licence text of every package that runs in the browser or on
 * the server, equal texts once. `--check` only compares, for `npm test`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'docs/third-party-notices.txt')
const licenceFile = /^(licen[cs]e|copying|notice)(\.(md|txt|markdown))?$/i

/** Packages of the lock file that are not for development only. Optional ones depend on the machine: only their name counts. */
const runtimePackages = async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link)
    .map(([path, { version, license, optional }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? 'not named',
      optional: optional === true,
    }))
}

const licenceText = async ({ path, optional }) => {
  if (optional) return ''
  const folder = join(root, path)
  const names = (await readdir(folder).catch(() => [])).filter((name) => licenceFile.test(name)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))
  return texts.join('\n').replaceAll('\r\n', '\n').trim()
}

const render = async () => {
  const byText = new Map()
  for (const entry of await runtimePackages()) {
    const text = (await licenceText(entry)) || `Licence: ${entry.licence}`
    const line = `${entry.name} ${entry.version} (${entry.licence})`
    byText.set(text, [...(byText.get(text) ?? []), line])
  }
  const sections = [...byText].map(([text, lines]) => `${[...new Set(lines)].sort().join('\n')}\n\n${text}`)
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  return `Lamella uses the following packages.${rule}${sections.sort().join(rule)}\n`
}

const notices = await render()
if (process.argv.includes('--check')) {
  const current = await readFile(target, 'utf8').catch(() => '')
  if (current !== notices) {
    console.error('docs/third-party-notices.txt is out of date: run `npm run notices`')
    process.exitCode = 1
  }
} else {
  await writeFile(target, notices)
  console.log(`${target}: ${Math.round(notices.length / 1024)} KB`)
}
