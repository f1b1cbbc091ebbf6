import css from './image-details.module.css'

/** In place of the details while no image is selected, where they are beside the library. */
export const NoDetails = () => (
  <aside className={css.panel} data-empty aria-label="Details">
    <p className={css.hint}>Select an image to see its details here. A double click opens it in the viewer.</p>
  </aside>
)
