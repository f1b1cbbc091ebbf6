import { formatNumber } from '../format/number.ts'
import css from './tab-count.module.css'

/** Number of items behind a tab, for its right section. */
export function TabCount({ count }: { count: number }) {
  return <span className={css.count}>{formatNumber(count)}</span>
}
