/**
 * @typedef {{ id: string, section: string, statement: string, milestone: string }} Statement
 * @typedef {{ shown: Statement[], referred: Statement[], explained: Statement[], open: Statement[] }} Coverage
 */

const idPattern = /\bD\d-[\d.]+-\d+\b/g
/** More ids in one title are a claim, not a test. */
const mostIdsOfTitle = 3
/** More explanations for one milestone are an excuse. */
export const mostGaps = 10

/** @returns {Statement[]} of docs/spec/statements.tsv */
export const parseStatements = (text) => {
  const [head, ...rows] = text.trimEnd().split('\n')
  const columns = head.split('\t')
  return rows.map((row) => {
    const cells = row.split('\t')
    return Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))
  })
}

/** Ids of the rows of a table like `| D1-2.6-46 | reason |`. @returns {Map<string, string>} reason by id */
export const parseGaps = (text) =>
  new Map([...text.matchAll(/^\| *(D\d-[\d.]+-\d+) *\| *(\S.*?) *\|$/gm)].map(([, id, reason]) => [id, reason]))

/** Ids of a test's title; none of a title with too many. */
export const idsOf = (title) => {
  const ids = [...new Set(title.match(idPattern) ?? [])]
  return ids.length > mostIdsOfTitle ? [] : ids
}

/** Ids of titles that no statement has. */
export const unknownIds = (statements, titles) => {
  const known = new Set(statements.map(({ id }) => id))
  return [...new Set(titles.flatMap((title) => title.match(idPattern) ?? []))].filter((id) => !known.has(id))
}

/** @returns titles of the tests that ran and passed, of jest's report */
export const passedInJest = (report) =>
  report.testResults
    .flatMap((suite) => suite.assertionResults)
    .filter((test) => test.status === 'passed')
    .map((test) => test.title)

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** @returns titles of the tests that ran and passed at the first try, of Playwright's report */
export const passedInPlaywright = (report) =>
  report.suites
    .flatMap(specsOf)
    .filter((spec) => spec.tests.length > 0 && spec.tests.every((test) => test.status === 'expected'))
    .map((spec) => spec.title)

/** Ids that a row refers to instead of saying something itself; null: it has a content of its own. */
const referredBy = ({ statement }) => {
  const reference = /: see (D\d-[\d.]+-\d+(?:, D\d-[\d.]+-\d+)*)$/.exec(statement)
  return reference ? reference[1].split(', ') : null
}

/**
 * @param {Statement[]} statements - all of them
 * @param {string} milestone
 * @param {string[]} titles - of tests that passed
 * @param {Map<string, string>} gaps
 * @returns {Coverage} each statement of the milestone in one of the four; `referred` say nothing but "see" others, which are shown
 */
export const coverageOf = (statements, milestone, titles, gaps) => {
  const tested = new Set(titles.flatMap(idsOf))
  const isShown = ({ id }) => tested.has(id)
  const isReferred = (statement) =>
    !isShown(statement) && (referredBy(statement)?.every((id) => tested.has(id)) ?? false)
  const wanted = statements.filter((statement) => statement.milestone === milestone)
  const rest = wanted.filter((statement) => !isShown(statement) && !isReferred(statement))
  return {
    shown: wanted.filter(isShown),
    referred: wanted.filter(isReferred),
    explained: rest.filter(({ id }) => gaps.has(id)),
    open: rest.filter(({ id }) => !gaps.has(id)),
  }
}
