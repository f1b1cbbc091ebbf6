#!/usr/bin/env node
/**
 * `npm run spec -- B`: lists which statements of a milestone of the specification were shown by the tests of the last `npm run test:full` (or `npm test`, where that suffices).
 * Exits 1 unless each is shown, or explained in docs/spec-gaps.md.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/processes.mjs'
import {
  coverageOf,
  maxGaps,
  parseGaps,
  parseStatements,
  passedInJest,
  passedInPlaywright,
  unknownIds,
} from './lib/statements.mjs'
import { workTree } from './lib/work-tree.mjs'

const read = (...parts) => readFileSync(path.join(root, ...parts), 'utf8')

const now = workTree()

/** Titles of the tests that passed, of the reports of both tiers that are of this work tree. */
const shownBy = (name, titlesOf) => {
  const titles = ['', '-full'].flatMap((tier) => {
    const file = path.join('node_modules', '.cache', 'test-reports', `${name}${tier}.json`)
    if (!existsSync(path.join(root, file)) || !existsSync(path.join(root, `${file}.of`))) return []
    return read(`${file}.of`) === now ? titlesOf(JSON.parse(read(file))) : []
  })
  if (titles.length === 0) console.error(`No report of the ${name} tests of ${now}: run "npm run test:full" first.`)
  return titles
}

const statements = parseStatements(read('docs', 'spec', 'statements.tsv'))
const milestones = [...new Set(statements.map(({ milestone }) => milestone))].sort()
const [milestone] = process.argv.slice(2)
if (!milestones.includes(milestone)) {
  console.error(`Which milestone? One of ${milestones.join(', ')}.`)
  process.exit(2)
}

const reports = [shownBy('jest', passedInJest), shownBy('browser', passedInPlaywright)]
if (reports.some((titles) => titles.length === 0)) process.exit(1)
const titles = reports.flat()
const { shown, referred, explained, open } = coverageOf(
  statements,
  milestone,
  titles,
  parseGaps(read('docs', 'spec-gaps.md')),
)

const invented = unknownIds(statements, titles)
for (const id of invented) console.log(`no such statement, but in the title of a test: ${id}`)

const documentSection = ({ id }) => id.replace(/-\d+$/, '')
const all = [...shown, ...referred, ...explained, ...open]
const sections = [...new Set(statements.filter((row) => row.milestone === milestone).map(documentSection))]
const count = (rows, section) => rows.filter((row) => documentSection(row) === section).length
for (const section of sections) {
  const of = count(all, section)
  const notes = [
    [count(referred, section), 'by the rows that they refer to'],
    [count(explained, section), 'explained'],
  ].flatMap(([number, word]) => (number > 0 ? [`, ${number} ${word}`] : []))
  console.log(
    `${section.padEnd(8)} ${String(count(shown, section)).padStart(3)} of ${String(of).padStart(3)}${notes.join('')}`,
  )
}
for (const { id, statement } of open) console.log(`without a test: ${id} ${statement}`)
if (explained.length > maxGaps) console.log(`${explained.length} explanations; at most ${maxGaps} are taken.`)
console.log(
  `\nMilestone ${milestone}: ${shown.length} of ${all.length} shown by a test of their own, ${referred.length} by the rows that they refer to, ${explained.length} explained`,
)
process.exitCode = invented.length > 0 || open.length > 0 || explained.length > maxGaps ? 1 : 0
