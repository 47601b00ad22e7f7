/** The one door to ipaddr.js: the build bundles this file. */
export { default as ipaddr } from 'ipaddr.js';
