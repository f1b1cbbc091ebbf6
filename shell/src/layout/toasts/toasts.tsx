import { Toast } from '@lamella/shared/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { ToastList } from './toast-list.ts'
import css from './toasts.module.css'

/** Toasts with this key tell about a limit and get the upgrade link (document 1 §2.6). */
const limitsKey = 'limits'

export const Toasts = () => {
  const [list] = useState(() => new ToastList())
  useEffect(() => list.connect(), [list])
  const toasts = useSyncExternalStore(list.subscribe, list.snapshot)
  return (
    <section className={css.region} aria-label="Messages">
      {toasts.map(({ id, kind, title, detail, key }) => (
        <Toast
          key={id}
          tone={kind}
          title={title}
          detail={
            key === limitsKey ? (
              <>
                {detail} You can <Link to="/settings/subscriptions">upgrade your subscription</Link> to raise your
                upload limits.
              </>
            ) : (
              detail
            )
          }
          onClose={() => list.close(id)}
        />
      ))}
    </section>
  )
}
