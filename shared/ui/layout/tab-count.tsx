import { formatNumber } from '../format/number.ts'
import css from './tab-count.module.css'

/** How many there are behind a tab, as the right section of it. */
export function TabCount({ count }: { count: number }) {
  return <span className={css.count}>{formatNumber(count)}</span>
}
