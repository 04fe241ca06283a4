import '@fontsource-variable/source-code-pro/wght.css'
