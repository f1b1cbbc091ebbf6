import type { VersionSeries } from '@lamella/shared/contract'
import { formatFileSize } from '@lamella/shared/ui'
import css from './build-facts.module.css'

/** "12.0 KB more than 2.14.3"; empty without a version to compare with. */
const differenceText = (bytes: number, before: number | null | undefined, version: string | undefined): string => {
  if (before === null || before === undefined || version === undefined) return ''
  if (bytes === before) return `as ${version}`
  return `${formatFileSize(Math.abs(bytes - before))} ${bytes > before ? 'more' : 'less'} than ${version}`
}

interface BuildFactsProps {
  version: VersionSeries | undefined
  beside: VersionSeries | undefined
}

/** Sizes of a build beside those of another version, and where its files are when not on the portal. */
export const BuildFacts = ({ version, beside }: BuildFactsProps) => {
  if (!version) return null
  const { origin, size } = version
  const { bytes, firstLoad } = size
  return (
    <dl className={css.facts}>
      <div>
        <dt>Size</dt>
        <dd>
          {formatFileSize(bytes)} <span>{differenceText(bytes, beside?.size.bytes, beside?.version)}</span>
        </dd>
      </div>
      <div>
        <dt>First load</dt>
        <dd>
          {firstLoad === null ? '–' : formatFileSize(firstLoad)}{' '}
          <span>
            {firstLoad === null
              ? 'This build does not say which files its first page loads.'
              : differenceText(firstLoad, beside?.size.firstLoad, beside?.version)}
          </span>
        </dd>
      </div>
      {origin !== undefined && (
        <div>
          <dt>Loaded from</dt>
          <dd>{origin}</dd>
        </div>
      )}
    </dl>
  )
}
