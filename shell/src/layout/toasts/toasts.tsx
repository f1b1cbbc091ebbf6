import { LimitsDetail } from '@lamella/shared/blocks'
import { Toast } from '@lamella/shared/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { UseVersion } from '../../remotes/area-failure.tsx'
import { earlierShell } from '../../remotes/earlier-shell.ts'
import { partKey } from '../lazy-part.tsx'
import { type ShownToast, ToastList } from './toast-list.ts'
import css from './toasts.module.css'

/** Toasts with this key get the link to the subscriptions (D1-2.6-56, D1-2.6-57). */
const limitsKey = 'limits'

const PartDetail = ({ detail }: Pick<ShownToast, 'detail'>) => {
  const earlier = earlierShell()
  return (
    <>
      {detail}
      {earlier && (
        <div className={css.action}>
          <UseVersion {...earlier} />
        </div>
      )}
    </>
  )
}

const detailOf = ({ key, detail }: ShownToast) => {
  if (key === limitsKey) return <LimitsDetail>{detail}</LimitsDetail>
  return key === partKey ? <PartDetail detail={detail} /> : detail
}

/**
 * Toasts in two live regions: errors are announced at once, others politely. Both exist from the start, because screen
 * readers announce only changes inside an existing region.
 */
export const Toasts = () => {
  const [list] = useState(() => new ToastList())
  useEffect(() => list.connect(), [list])
  const toasts = useSyncExternalStore(list.subscribe, list.snapshot)
  const show = (toast: ShownToast) => (
    <Toast
      key={toast.id}
      tone={toast.kind}
      title={toast.title}
      detail={detailOf(toast)}
      onClose={() => list.close(toast.id)}
    />
  )
  return (
    <section aria-label="Messages">
      <div className={css.list} aria-live="assertive">
        {toasts.filter(({ kind }) => kind === 'error').map(show)}
      </div>
      <div className={css.list} role="status" aria-atomic={false}>
        {toasts.filter(({ kind }) => kind !== 'error').map(show)}
      </div>
    </section>
  )
}
