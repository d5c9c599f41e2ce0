/** The look of the reference page. */
export const STYLE = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 16%,transparent);--soft:color-mix(in srgb,currentColor 5%,transparent);
--quiet:color-mix(in srgb,currentColor 72%,transparent);--link:light-dark(#0b57d0,#8ab4f8)}
*{box-sizing:border-box}
html{scroll-padding-block-start:1rem}
body{font:16px/1.6 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:minmax(0,1fr)}
a{color:var(--link)}
code,pre,h3 span{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{font-size:.9em;overflow-wrap:anywhere}
nav{padding:1rem;border-block-end:1px solid var(--line);font-size:.9rem}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding-inline-start:.5rem}
nav a{display:block;padding-block:.3rem;text-decoration:none;overflow-wrap:anywhere}nav a:hover,nav a:focus{text-decoration:underline}
main{padding:1.5rem 1rem 4rem;max-width:70rem}
h1{margin:0}h2{margin:3.5rem 0 .25rem;font-size:1.6rem}
h3{font-size:1.05rem;margin:0;overflow-wrap:anywhere;display:flex;gap:.6rem;align-items:baseline}
h3 b,nav b{font:600 .72rem/1.5 ui-monospace,monospace;padding:.05rem .4rem;border-radius:.3rem;border:1px solid;flex:none}
nav b{font-size:.62rem;padding:0 .25rem}
.get{color:light-dark(#0b57d0,#8ab4f8)}.post{color:light-dark(#146c2e,#6dd58c)}.patch,.put{color:light-dark(#8a5000,#ffb95c)}
.delete{color:light-dark(#b3261e,#f2b8b5)}.event{color:light-dark(#6b3fa0,#d0bcff)}
h4{margin:1.1rem 0 .3rem;font-size:.95rem}h4 .type{font-weight:400}
section{border-block-start:1px solid var(--line);padding-block:1.5rem;margin-block-start:1.5rem}
section:target,tr:target{background:light-dark(#fff6d6,#3a3210);box-shadow:0 0 0 .5rem light-dark(#fff6d6,#3a3210)}
p{margin:.3rem 0;overflow-wrap:anywhere}header p{margin-block:.7rem}.summary{font-weight:600;margin-block-start:.5rem}
.version,.type{color:var(--quiet);font-size:.88rem;overflow-wrap:anywhere}
.fields{list-style:none;margin:0;padding:0}.fields li{padding-block:.3rem;border-block-start:1px solid var(--line);overflow-wrap:anywhere}
.fields>li:first-child{border:0}.fields .fields{padding-inline-start:1.1rem}.fields>li>code:first-child{font-weight:600}
.content{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
pre{overflow:auto;margin:0;padding:.8rem;border-radius:.5rem;background:var(--soft);border:1px solid var(--line);font-size:.82rem;line-height:1.5;max-height:26rem}
summary{cursor:pointer;padding-block:.5rem}details details summary{padding-block:.3rem}
table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.45rem .6rem .45rem 0;border-block-end:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
.skip{position:absolute;inset-inline-start:-100vw}.skip:focus{inset-inline-start:1rem;top:.5rem;background:Canvas;padding:.5rem;z-index:1}
@media(min-width:62rem){body{grid-template-columns:20rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;border:0;border-inline-end:1px solid var(--line)}
main{padding:2rem 3rem 6rem}.content{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
`;
