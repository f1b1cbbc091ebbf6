/** Everything global, once: only the shell imports this file. Remotes ship the CSS modules of what they use. */
import '@mantine/core/styles.layer.css'
import 'mantine-datatable/styles.layer.css'
import './theme/inter.css'
import './theme/global.css'
