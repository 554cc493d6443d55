/**
 * The example of {@code docs/embedding.md}: a proxy that embeds the domain. It is compiled and run
 * with the domain's jar alone, so it isn't null-marked; whoever copies it may not have JSpecify.
 */
package com.example.proxy;
