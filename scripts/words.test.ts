import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '..')
const ids = new Set(
  readFileSync(path.join(root, 'docs/spec/statements.tsv'), 'utf8')
    .split('\n')
    .map((row) => row.split('\t')[0]),
)
const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.css'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('words.test.ts'))

/** Documents that are not in the repository. */
const notHere =
  /\bdocuments? [123]\b|§|\b(visual|product|architecture|facts|style|operations)\.md\b|\bdesign\/|\bmock-?ups?\b/i
/** Sections of public standards may be cited. */
const standard = /\b(RFC|ISO|IEC|TIFF 6|DICOM|ECMA|WCAG|ASVS|OME)\b/

const statementId = /\bD[123]-\d+(?:\.\d+)?-\d+\b/g

interface Comment {
  file: string
  line: number
  text: string
}

/** Block comments and lines that consist of a comment; comments after code are not checked. */
function commentsOf(file: string): Comment[] {
  const source = readFileSync(path.join(root, file), 'utf8')
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm)].map((match) => ({
    file,
    line: source.slice(0, match.index).split('\n').length,
    text: match[0],
  }))
}

const where = ({ file, line, text }: Comment) => `${file}:${line} ${text.split('\n')[0]?.trim()}`

describe('Comments cite what the repository carries', () => {
  const comments = sources.flatMap(commentsOf)

  test('no chapters of documents or design files that are not here', () => {
    expect(comments.filter(({ text }) => notHere.test(text) && !standard.test(text)).map(where)).toEqual([])
  })

  test('statement ids are those of docs/spec/statements.tsv', () => {
    const unknown = comments.filter(({ text }) => (text.match(statementId) ?? []).some((id) => !ids.has(id)))
    expect(unknown.map(where)).toEqual([])
  })
})

describe('Exported functions of server and shared', () => {
  const exported = /^export (?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:<.*>)?\()/

  test('each has a docstring', () => {
    const bare = sources
      .filter(
        (file) => /^(server\/src|shared)\/.*\.tsx?$/.test(file) && !/\.test\.|^shared\/(testing|kit)\//.test(file),
      )
      .flatMap((file) => {
        const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
        return lines.flatMap((line, at) => {
          const found = exported.exec(line)
          return found && !lines[at - 1]?.trimEnd().endsWith('*/') ? [`${file}:${at + 1} ${found[1] ?? found[2]}`] : []
        })
      })
    expect(bare).toEqual([])
  })
})
